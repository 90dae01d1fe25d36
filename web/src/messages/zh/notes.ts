import type { Translated } from "../catalogue";
import type * as english from "../en/notes";

export const notes = {
  chooseFirst: "请先从两个文本中选择一个。",
  allConfirmed: "所有句段均已确认。",
  allShownConfirmed: "列表中的句段均已确认。",
  noneToApprove: "没有其他已确认的句段等待批准。",
  waitUntilSaved: "请等待此句段保存完成。",
  noOtherWords: "所选内容没有其他说法。",
  learned: "已从句段 {{number}} 学习：{{entries}}。",
  learnedAndRepeated: "已从句段 {{number}} 学习：{{entries}}；预翻译 {{repetitions}}。",
  entries_other: "{{count}} 条记忆",
  repetitions_other: "{{count}} 个重复句段",
} satisfies Translated<typeof english.notes>;
