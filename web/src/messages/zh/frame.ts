import type { Translated } from "../catalogue";
import type { frame as english } from "../en/frame";

export const frame = {
  skip: "跳到正文",
  home: "Synslator，所有项目",
  main: "主导航",
  projects: "项目",
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
} satisfies Translated<typeof english>;
