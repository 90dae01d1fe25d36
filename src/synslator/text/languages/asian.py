"""Chinese, Japanese, Korean, and the languages of south-east Asia that write no spaces."""

from synslator.text.languages.germanic import LATIN_TEXT
from synslator.text.languages.model import Profile, listed

_WIDE_STOPS = {".": "。", "!": "！", "?": "？", ":": "：", ";": "；"}
_BRACKETS = {"(": "（", ")": "）"}
_HAN_SCALES = {"百": 100, "千": 1000, "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}

CHINESE = Profile(
    "zh",
    ("Han",),
    spaced=False,
    joiner="",
    quotes=(("“", "”"),),
    han_numerals=True,
    scales=_HAN_SCALES,
    abbreviations=LATIN_TEXT,
    stops=_WIDE_STOPS,
    wide={",": "，", **_WIDE_STOPS, **_BRACKETS},
)

JAPANESE = Profile(
    "ja",
    ("Han", "Kana"),
    spaced=False,
    joiner="",
    quotes=(("“", "”"),),
    han_numerals=True,
    scales=_HAN_SCALES,
    abbreviations=LATIN_TEXT,
    stops=_WIDE_STOPS,
    wide={",": "、", **_WIDE_STOPS, **_BRACKETS},
)

KOREAN = Profile(
    "ko",
    ("Hangul",),
    quotes=(("“", "”"),),
    numbers=listed(
        "영 공, 하나 한* 일*, 둘* 두* 이*, 셋* 세* 삼*, 넷* 네* 사*, 다섯* 오*, 여섯* 육*, 일곱* 칠*,"
        " 여덟* 팔*, 아홉* 구*, 열* 십*, 열한* 열하나 십일*, 열두* 열둘 십이*"
    ),
    ordinals=listed(", 첫*, 둘째* 두번째*, 셋째* 세번째*, 넷째* 네번째*"),
    scales={"백": 100, "천": 1000, "만": 10**4, "억": 10**8, "조": 10**12},
    abbreviations=LATIN_TEXT,
)

_NO_FULL_STOP = {mark: mark for mark in "!?"}
"""Where a space ends a sentence."""

THAI = Profile(
    "th",
    ("Thai",),
    spaced=False,
    quotes=(("“", "”"),),
    numbers=listed("ศูนย์, หนึ่ง, สอง, สาม, สี่, ห้า, หก, เจ็ด, แปด, เก้า, สิบ, สิบเอ็ด, สิบสอง"),
    ordinals=listed(", แรก"),
    months=listed(
        ", มกราคม ม.ค, กุมภาพันธ์ ก.พ, มีนาคม มี.ค, เมษายน เม.ย, พฤษภาคม พ.ค, มิถุนายน มิ.ย, กรกฎาคม ก.ค,"
        " สิงหาคม ส.ค, กันยายน ก.ย, ตุลาคม ต.ค, พฤศจิกายน พ.ย, ธันวาคม ธ.ค"
    ),
    scales={"ร้อย": 100, "พัน": 1000, "หมื่น": 10**4, "แสน": 10**5, "ล้าน": 10**6},
    abbreviations=LATIN_TEXT,
    stops=_NO_FULL_STOP,
)

LAO = Profile("lo", ("Lao",), spaced=False, stops=_NO_FULL_STOP, quotes=(("“", "”"),))
KHMER = Profile("km", ("Khmer",), spaced=False, stops={"?": "?", "!": "!", ".": "។"}, quotes=(("«", "»"),))
BURMESE = Profile("my", ("Myanmar",), spaced=False, stops={"!": "!", ".": "။"}, quotes=(("“", "”"),))

PROFILES = (CHINESE, JAPANESE, KOREAN, THAI, LAO, KHMER, BURMESE)
