import type { Translated } from "../catalogue";
import type { session as english } from "../en/session";

export const session = {
  signIn: "登录",
  username: "用户名",
  password: "密码",
  auditTrail: "审计日志",
  signedInAs: "当前用户：{{login}}",
  signOut: "退出 {{name}}",
} satisfies Translated<typeof english>;
