import type { Translated } from "../catalogue";
import type * as english from "../en/common";

export const common = {
  cancel: "取消",
  save: "保存",
  close: "关闭",
  edit: "编辑",
  undo: "撤销",
  delete: "删除",
  add: "添加",
  previous: "上一页",
  next: "下一页",
  noResults: "没有结果。",
  unreachable: "无法连接服务器。",
  answered: "服务器返回 {{status}}。",
} satisfies Translated<typeof english.common>;

export const languages = {
  source: "源语言",
  target: "目标语言",
  pair: "{{source}} → {{target}}",
  served: "本机模型支持",
  others: "其他语言",
  characters_other: "{{count, number}} 字",
  words_other: "{{count, number}} 词",
  title: {
    characters: "字数",
    words: "词数",
  },
} satisfies Translated<typeof english.languages>;

export const progress = {
  title: "句段：已批准 {{approved}}，已确认 {{confirmed}}，已编辑 {{edited}}，预翻译 {{draft}}，空 {{empty}}",
} satisfies Translated<typeof english.progress>;
