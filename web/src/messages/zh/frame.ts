import type { Translated } from "../catalogue";
import type * as english from "../en/frame";

export const frame = {
  skip: "跳到正文",
  home: "Synslator，所有项目",
  main: "主导航",
  projects: "项目",
  resources: "记忆库和术语库",
  language: "界面语言",
  theme: { system: "主题：跟随系统", light: "主题：浅色", dark: "主题：深色" },
  switchTheme: { system: "切换为跟随系统", light: "切换为浅色", dark: "切换为深色" },
  connecting: "正在连接…",
  notConnected: "未连接",
  connectionLost: "与 Synslator 的连接已断开，正在自动重试。",
  tryNow: "立即重试",
  allProjects: "所有项目",
  nothingHere: "此处没有内容",
  noSuchAddress: "没有这个网址对应的页面。",
  failed: "此页面出错了",
  failedHelp: "已保存的内容在服务器上是安全的。重新加载页面通常可以解决问题。",
  reload: "重新加载页面",
} satisfies Translated<typeof english.frame>;

export const session = {
  signIn: "登录",
  username: "用户名",
  password: "密码",
  auditTrail: "审计日志",
  account: "{{name}}：账号",
  signOut: "退出登录",
} satisfies Translated<typeof english.session>;

export const system = {
  title: "系统状态",
  model: "模型",
  index: "记忆库索引",
  database: "数据库",
  unknown: "未连接，状态未知。",
  asking: "正在查询…",
  api: "API 文档",
  state: {
    absent: "不存在",
    present: "已找到",
    ready: "就绪",
    failed: "无法使用",
  },
} satisfies Translated<typeof english.system>;

export const audit = {
  none: "没有审计日志",
  person: "人员",
  action: "操作",
  actionExample: "操作，例如 sign in",
  csv: "下载 CSV",
  jsonl: "下载 JSON lines",
  time: "时间",
  subject: "对象",
  result: "结果",
  detail: "详情",
  address: "地址",
  done: "已执行",
  refused: "被拒绝",
} satisfies Translated<typeof english.audit>;
