import type { Translated } from "../catalogue";
import type { editor as english } from "../en/editor";

export const editor = {
  nothingToUndo: "没有可撤销的操作。",
  undoing: "正在撤销上一步操作。",
  stillSaving: "句段 {{number}} 仍在保存，请稍后再撤销。",
  changedSince: "该句段之后已被修改，之前输入的内容无法撤销。",
  undoneIn_other: "已在 {{count}} 个句段中撤销。",
  notUndone_other: "{{count}} 个句段保持不变：",
} satisfies Translated<typeof english>;
