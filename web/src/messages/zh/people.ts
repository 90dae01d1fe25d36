import type { Translated } from "../catalogue";
import type * as english from "../en/people";

export const people = {
  title: "人员",
  help: "项目角色优先于总体角色。",
  onlyManagers: "只有项目经理可以更改角色。",
  add: "添加人员",
  name: "姓名",
  username: "用户名",
  everywhere: "总体角色",
  here: "项目角色",
  disabled: "已停用",
  roleOf: "{{name}} 的项目角色",
  asEverywhere: "总体角色（{{role}}）",
  password: "密码",
  passwordHelp: "请当面告知密码，对方可立即登录。",
  role: {
    admin: "管理员",
    manager: "项目经理",
    reviewer: "审校",
    translator: "译员",
    reader: "读者",
    none: "无权访问",
  },
} satisfies Translated<typeof english.people>;
