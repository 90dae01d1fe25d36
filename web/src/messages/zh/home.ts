import type { Translated } from "../catalogue";
import type * as english from "../en/home";

export const home = {
  find: "查找项目",
  none: "还没有项目。",
  noneHelp: "将文档拖到此页面，或点击上方按钮。",
  name: "名称",
  languages: "语言",
  files: "文件",
  text: "字数",
  changed: "修改时间",
} satisfies Translated<typeof english.home>;

export const create = {
  title: "新建项目",
  create: "创建项目",
  creating: "正在创建项目…",
  failed: "失败：{{title}}",
  created: "已创建“{{name}}”",
  partly: "以下文件无法导入。请修正后再添加到项目中。",
  open: "打开项目",
  drop: "将文档、记忆库（TMX）和术语（TBX）拖到此处，或选择文件",
  kindOf: "{{name}} 的类型",
  document: "待译文档",
  memory: "翻译记忆库",
  terms: "术语",
} satisfies Translated<typeof english.create>;
