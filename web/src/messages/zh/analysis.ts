import type { Translated } from "../catalogue";
import type * as english from "../en/analysis";

export const analysis = {
  title: "分析",
  of: "统计于 {{moment}}",
  run: "运行分析",
  again: "重新运行",
  none: "运行分析，查看新内容、重复内容和记忆库匹配各有多少。",
  rates: "计价比例",
  ratesHelp: "各匹配类型相对于新内容的计价百分比。折算量即计费量。",
  usual: "恢复默认",
  allFiles: "全部文件",
  byFile: "按文件",
  byBand: "按匹配类型",
  matchType: "匹配类型",
  segments: "句段",
  words: "词",
  characters: "字",
  total: "合计",
  share: "占比",
  rate: "比例",
  weighted: "折算量",
  matches: "记忆库匹配",
  internalFuzzy: "内部模糊",
  internal: "内部模糊 {{rates}}",
  band: {
    "101": "101%（上下文）",
    repetitions: "重复",
    new: "无匹配",
    total: "合计",
  },
} satisfies Translated<typeof english.analysis>;

export const statistics = {
  title: "统计",
  days_other: "最近 {{count}} 天",
  off: "此项目未记录效率数据。可在设置中开启。",
  none: "还没有已确认的句段。",
  confirmed: "已确认{{unit}}",
  perHour: "每小时{{unit}}",
  saved: "节省的键入",
  accepted: "采纳的建议文本",
  noFigure: "无数据",
  byDay: "{{title}}（按天），最近：{{told}}",
} satisfies Translated<typeof english.statistics>;
