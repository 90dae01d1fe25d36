import type { Translated } from "../catalogue";
import type * as english from "../en/settings";

export const settings = {
  general: "常规",
  name: "名称",
  record: "记录效率数据（击键、采纳的建议、时间）",
  recordHelp: "显示在“统计”标签中，能打开此项目的人都可以看到。",
  suggestions: "建议",
  highlight: "高亮置信度高于此值的建议（%）",
  alternatives: "其他建议的数量",
  draft: "自动预翻译新文件",
  terms: "在预翻译和建议中使用术语库的术语",
  memories: "翻译记忆",
  minimumMatch: "最低匹配率（%）",
  minimumMatchHelp: "低于此值的匹配不显示，但从 30% 起仍会辅助引擎。",
  memoryDraft: "匹配率不低于此值时用记忆库预翻译（%）",
  memoryDraftHelp: "输入 102 则不使用记忆库预翻译。",
  propagation: "自动传播",
  propagationOff: "关闭",
  propagationDocument: "文档内",
  propagationProject: "项目内",
  checks: "QA 检查项",
  range: "请输入 {{from}} 到 {{to}} 之间的数。",
  delete: "删除项目",
  deleteHelp: "项目的文件和译文将被删除。记忆库和术语库会保留。",
  confirmDelete: "删除项目“{{name}}”及其文档？记忆库和术语库会保留。",
} satisfies Translated<typeof english.settings>;

export const checks = {
  numbers: "数字缺失或多余",
  tags: "标签缺失、多余或嵌套错误",
  terms: "术语未按术语库翻译",
  forbidden_terms: "禁用术语",
  punctuation: "标点不符合语言习惯、重复、不成对或缺失",
  spaces: "空格多余、错位或缺失",
  repeated_words: "重复的词",
  length: "译文过长或过短",
  inconsistent: "相同原文译文不一致",
  omissions: "漏译",
  untranslated: "未翻译的原文",
} satisfies Translated<typeof english.checks>;

export const segmentation = {
  title: "新文件的断句",
  cut: "断句方式",
  sentence: "按句子",
  paragraph: "按段落",
  line: "按行",
  own: "按项目规则",
  rules: "自定义规则（SRX）",
  rulesEmpty: "留空则使用 Synslator 自带的语言规则。",
  begin: "以{{language}}的规则为起点",
  load: "加载 SRX 文件",
  save: "保存规则",
} satisfies Translated<typeof english.segmentation>;

export const engine = {
  heading: "机器翻译",
  none: "这里没有 {{source}} → {{target}} 的模型。匹配、术语和检查不受影响。",
  model: "模型",
  automaticModel: "自动：{{name}}",
  engine: "引擎",
  automatic: "自动：{{name}}",
  notHere: "不可用",
  why: "引擎不可用的原因",
} satisfies Translated<typeof english.engine>;

export const engines = {
  knn: {
    title: "自适应（随确认学习）",
    summary: "从您确认的每个句段中学习。不进行训练，因此可使用任何记忆库。",
  },
  adaptive: {
    title: "模糊匹配修复",
    summary: "修复记忆库中的最佳匹配。需要所有者允许训练的记忆库，以及为此训练的模型包。",
  },
  vanilla: {
    title: "通用机器翻译",
    summary: "仅使用模型翻译，不使用记忆库，也不学习。",
  },
} satisfies Translated<typeof english.engines>;
