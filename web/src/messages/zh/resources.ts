import type { Translated } from "../catalogue";
import type * as english from "../en/resources";

export const resources = {
  all: "所有记忆库和术语库",
  memories: "翻译记忆库",
  termbases: "术语库",
  addMemory: "添加记忆库",
  addTermbase: "添加术语库",
  uploadMemory: "上传 TMX、XLSX、CSV",
  uploadTerms: "上传 TBX、XLSX、CSV",
  noTermbase: "此项目没有术语库。",
  noneYet: "还没有。",
  entries_other: "{{count, number}} 条",
  concepts_other: "{{count, number}} 个概念",
  owner: "所有者：{{owner}}",
  penalty: "罚分（%）",
  update: "用已确认的句段更新",
  up: "上移 {{name}}",
  down: "下移 {{name}}",
  remove: "移除",
  removeFromProject: "移除：将 {{name}} 移出项目",
  reading: "正在读取…",
  confirmMemory: "移除记忆库 {{name}} 及其全部内容？",
  confirmTermbase: "移除术语库 {{name}} 及其全部内容？",
  downloadAs: "下载为 {{format}}",
} satisfies Translated<typeof english.resources>;

export const training = {
  title: "训练许可",
  allowed: "允许训练",
  suggestionsOnly: "仅用于建议",
  question: "是否允许用“{{name}}”训练引擎？只有文本的所有者（如您的客户）才能决定。",
  agreed: "文本的所有者已同意。",
  allow: "允许训练",
  stopQuestion: "不再允许用“{{name}}”训练引擎？它仍会用于建议。",
  stop: "停止允许",
} satisfies Translated<typeof english.training>;

export const memory = {
  memory: "记忆库",
  missing: "没有此记忆库",
  missingHelp: "此网址没有对应的记忆库。",
  find: "包含此文本的条目",
  text: "任一语言的文本",
  entries: "条目",
  range: "第 {{from}}–{{to}} 条，共 {{total}} 条",
  source: "原文",
  target: "译文",
} satisfies Translated<typeof english.memory>;

export const termbase = {
  termbase: "术语库",
  missing: "没有此术语库",
  missingHelp: "此网址没有对应的术语库。",
  find: "查找术语",
  concepts: "概念",
  newTerm: "新术语",
  term: "术语（{{language}}）",
  translation: "译法（{{language}}）",
  status: "状态",
  statuses: {
    preferred: "首选",
    admitted: "可用",
    forbidden: "禁用",
  },
  definition: "定义",
} satisfies Translated<typeof english.termbase>;
