"""The checks, each by a table of what it finds and what it leaves alone, and the fixes that it is sure of."""

import time

import pytest

from synslator.formats.exchange.model import Concept, Term
from synslator.terms.matcher import TermMatcher
from synslator.workbench.checks import CHECKS, LONGEST_CHECKED, MOST_FINDINGS, Pair, check, names_of
from synslator.workbench.checks.model import fixed, masked
from synslator.workbench.messages.segments import FindingView
from synslator.workbench.messages.server_messages import ChecksMessage

TERMS = TermMatcher(
    [
        Concept((Term("zh", "备份文件"), Term("en", "backup file", "preferred"))),
        Concept(
            (Term("zh", "备份"), Term("en", "back up", "preferred"), Term("en", "save a copy", "forbidden"))
        ),
    ],
    "zh",
    "en",
)


def found(name: str, source: str, target: str, **known: object) -> list[str | None]:
    """Return the fixes of what one check finds, one for each finding."""
    pair = Pair(source, target, terms=TERMS.find(masked(source)), **known)  # type: ignore[arg-type]
    return [
        None if finding.fix is None else fixed(target, finding.fix)
        for finding in check(pair)
        if finding.check == name
    ]


@pytest.mark.parametrize(
    ("check", "source", "target", "fixes"),
    [
        ("numbers", "长450米", "450 metres long", []),
        ("numbers", "长450米", "540 metres long", ["450 metres long"]),
        ("numbers", "长450米", "very long", [None]),
        ("numbers", "价格12,000元", "It costs 12000 yuan", []),
        ("numbers", "10万人", "100,000 people", []),
        ("numbers", "3月", "in March", []),
        ("numbers", "第3章", "the third chapter", []),
        ("numbers", "三章", "Chapter 3", []),
        ("numbers", "长度", "3 metres", [None]),
        ("tags", "点击⟦1⟧保存⟦/1⟧。", "Click ⟦1⟧Save⟦/1⟧.", []),
        ("tags", "⟦1/⟧点击", "Click", ["⟦1/⟧Click"]),
        ("tags", "点击保存", "Click⟦1/⟧ Save", ["Click Save"]),
        ("terms", "备份文件丢失", "The backup file is lost", []),
        ("terms", "备份文件丢失", "The file is lost", [None]),
        ("terms", "请备份", "Back up your data", []),
        ("forbidden_terms", "请备份", "Save a copy now", ["back up now"]),
        ("forbidden_terms", "请备份", "Back up now", []),
        ("punctuation", "你好。", "Hello.", []),
        ("punctuation", "你好。", "Hello。", ["Hello."]),
        ("punctuation", "你好。", "Hello,, friend.", ["Hello, friend."]),
        ("punctuation", "你好。", "Hello", ["Hello."]),
        ("punctuation", "（你好）", "(Hello", [None]),
        ("spaces", "你好", "Hello  you", ["Hello you"]),
        ("spaces", "你好", " Hello", ["Hello"]),
        ("spaces", "你好", "Hello you", []),
        ("repeated_words", "你好", "Hello the the world", ["Hello the world"]),
        ("repeated_words", "你好", "He had had enough", []),
        ("length", "你好", "Hello", []),
        ("length", "请在保存文件之前检查设置。", "Hello " * 60, [None]),
        ("untranslated", "你好", "Hello", []),
        ("untranslated", "请打开设置页面", "Open the 设置页面", [None]),
    ],
)
def test_what_a_check_finds(check: str, source: str, target: str, fixes: list[str | None]) -> None:
    assert found(check, source, target) == fixes


def test_the_same_source_is_to_be_translated_the_same() -> None:
    assert found("inconsistent", "你好", "Hello", elsewhere=["Hello"]) == []
    assert found("inconsistent", "你好", "Hi", elsewhere=["Hello"]) == [None]
    (finding,) = check(Pair("你好", "Hi", elsewhere=["Hello", "Hello", "Good day"]))
    assert finding.message == "Same source translated differently elsewhere: Hello (and 1 more)"


def test_a_check_that_is_switched_off_finds_nothing() -> None:
    pair = Pair("长450米", "540 metres  long")
    assert {finding.check for finding in check(pair)} == {"numbers", "spaces"}
    assert {finding.check for finding in check(pair, ["numbers"])} == {"spaces"}
    assert names_of(check(pair)) == " numbers spaces "
    assert names_of([]) == ""


def test_nothing_is_found_where_nothing_is_written() -> None:
    assert check(Pair("长450米", "  ")) == []


@pytest.mark.parametrize(
    ("languages", "check", "source", "target", "fixes"),
    [
        ("en>de", "numbers", "It costs 3.5 euros.", "Es kostet 3,5 Euro.", []),
        ("en>de", "numbers", "12,000.50 units", "12.000,50 Einheiten", []),
        ("en>de", "numbers", "12,000.50 units", "12.000,40 Einheiten", ["12.000,50 Einheiten"]),
        ("en>de", "numbers", "12,000 units", "12,000 Einheiten", ["12.000 Einheiten"]),
        ("en>de", "numbers", "version 3.5.100 at 192.168.100.200", "Version 3.5.100 auf 192.168.100.200", []),
        ("en>de", "numbers", "ten files of 3 million", "10 Dateien von 3.000.000", []),
        ("de>en", "numbers", "Es kostet 3,5 Euro.", "It costs 3,5 euros.", ["It costs 3.5 euros."]),
        ("de-CH>fr", "numbers", "12’000.50 Franken", "12 000,50 francs", []),
        ("en>fr", "numbers", "10 files", "dix fichiers", []),
        ("en>fr", "numbers", "10 files", "onze fichiers", [None]),
        ("en>es-MX", "numbers", "12,000.50", "12,000.50", []),
        ("en>ru", "numbers", "the 3rd of 12,000", "третий из 12 000", []),
        ("en>ar", "numbers", "1,200.5 metres", "١٬٢٠٠٫٥ متر", []),
        ("en>th", "numbers", "10 files", "ไฟล์สิบไฟล์", []),
        ("en>ko", "numbers", "3 files", "파일 세 개", []),
        ("en>zh", "numbers", "Chapter 3", "第三章", []),
        ("en>zh", "numbers", "Chapter 3", "第四章", [None]),
        ("en>zh", "numbers", "120,000 people in 15 cities", "十五个城市的12万人", []),
        ("en>ja", "numbers", "20 files", "二十個のファイル", []),
        ("en>sv", "numbers", "It costs 3.5 crowns", "Det kostar 3,5 kronor", []),
        ("en>sv", "numbers", "10 files", "tio filer", []),
        ("en>sv", "numbers", "450 files", "540 filer", [None]),
        ("en>de", "punctuation", "He said “yes”.", "Er sagte „ja“.", []),
        ("en>de", "punctuation", "He said “yes.”", "Er sagte „ja.“", []),
        ("en>de", "punctuation", "He said “yes”.", "Er sagte „ja.", [None]),
        ("en>fr", "punctuation", "“Yes”.", "« Oui ».", []),
        ("en>fr", "punctuation", "Really?", "Vraiment", ["Vraiment\u00a0?"]),
        ("en>ru", "punctuation", "“Yes”.", "«Да».", []),
        ("en>ar", "punctuation", "Really?", "حقا؟", []),
        ("en>th", "punctuation", "Open the file.", "เปิดไฟล์", []),
        ("th>en", "punctuation", "เปิดไฟล์", "Open the file.", []),
        ("en>zh", "punctuation", "Open the file.", "打开文件.", ["打开文件。"]),
        (
            "en>zh",
            "punctuation",
            "Open it, then go (now).",
            "打开它, 然后走(现在)。",
            ["打开它，然后走（现在）。"],
        ),
        ("en>zh", "punctuation", "Open a.txt.", "打开文件.txt。", []),
        ("en>zh", "punctuation", "Press “OK”.", '请按"确定"。', ["请按“确定”。"]),
        ("en>zh", "punctuation", 'Set the key "a".', '设置键 "a"。', []),
        ("en>zh", "spaces", "Check the settings first.", "请先 检查设置 。", ["请先检查设置。"]),
        ("en>zh", "spaces", "Open Word now.", "现在打开 Word 文档。", []),
        ("en>ja", "spaces", "Save the file.", "ファイルを 保存。", ["ファイルを保存。"]),
        ("en>ko", "spaces", "Save the file.", "파일을 저장합니다.", []),
        ("en>zh", "punctuation", "Open the file.", "打开文件", ["打开文件。"]),
        ("en>ja", "punctuation", "Well, go.", "では, 行け。", ["では、行け。"]),
        ("en>ko", "punctuation", "Save the file.", "파일을 저장합니다.", []),
        ("en>ko", "punctuation", "Save the file.", "파일을 저장합니다。", ["파일을 저장합니다."]),
        ("en>sv", "punctuation", "Open the file.", "Öppna filen", [None]),
        ("en>fr", "spaces", "Really?", "Vraiment ?", []),
        ("en>fr", "spaces", "Yes.", "Oui .", ["Oui."]),
        ("en>sv", "spaces", "Hello you", "Hej  du", [None]),
        ("en>fr", "repeated_words", "We see each other.", "Nous nous voyons.", []),
        ("en>fr", "repeated_words", "The file.", "Le le fichier.", ["Le fichier."]),
        ("en>de", "repeated_words", "Those who come.", "Die die kommen.", []),
        ("en>id", "repeated_words", "People.", "Orang orang.", [None]),
        ("en>zh", "untranslated", "Open the settings page, please.", "打开 settings page, please。", [None]),
        ("en>zh", "untranslated", "Run git in Visual Studio Code.", "在 Visual Studio Code 中运行 git。", []),
        ("en>ru", "untranslated", "Open the settings page", "Откройте settings page", [None]),
        ("ko>en", "untranslated", "파일을 저장합니다", "Save the 파일", [None]),
        ("zh>ja", "untranslated", "打开设置", "設定を開く", []),
    ],
)
def test_what_a_check_finds_in_other_languages(
    languages: str, check: str, source: str, target: str, fixes: list[str | None]
) -> None:
    source_language, target_language = languages.split(">")
    known = {"source_language": source_language, "target_language": target_language}
    assert found(check, source, target, **known) == fixes


@pytest.mark.parametrize(
    ("languages", "source", "target"),
    [
        ("en>de", "It costs 3.5 euros.", "Es kostet 3,5 Euro."),
        ("en>de", "12,000.50 units", "12.000,50 Einheiten"),
        ("en>de", "He said “yes”.", "Er sagte „ja“."),
        ("en>de", "See Fig. 3, please.", "Siehe bitte Abb. 3."),
        ("en>fr", "We see each other.", "Nous nous voyons."),
        ("en>fr", "10 files", "dix fichiers"),
        ("en>fr", "Is it “open”?", "Est-ce « ouvert » ?"),
        ("en>es", "Where is the file? It costs 2.5 euros!", "¿Dónde está el archivo? ¡Cuesta 2,5 euros!"),
        ("en>ru", "He said: “It costs 1,200.5 roubles.”", "Он сказал: «Это стоит 1 200,5 рубля»."),
        ("en>ar", "Do you understand, or not? It is 3.5 m.", "هل تفهم، أم لا؟ إنه ٣٫٥ م."),
        ("en>ko", "Save the 3 files before you close “Word”.", "“Word”를 닫기 전에 파일 3개를 저장하세요."),
        ("en>ja", "Press “OK” after 20 minutes.", "20分後に“OK”を押してください。"),
        ("en>zh", "Chapter 3", "第三章"),
        ("en>zh", "It costs 3.5 yuan, or 12,000 in total.", "每个3.5元，共计1.2万元。"),
        ("en>zh", "Run git in “Visual Studio Code” (2 times).", "在“Visual Studio Code”中运行git（2次）。"),
        ("zh>en", "第三章", "Chapter 3"),
    ],
)
def test_what_is_right_is_right_for_every_check(languages: str, source: str, target: str) -> None:
    source_language, target_language = languages.split(">")
    assert check(Pair(source, target, source_language, target_language)) == []


@pytest.mark.parametrize(
    ("language", "target", "missing"),
    [("en", "two backup files", 0), ("de", "des Backup-Files", 1), ("sv", "backup filerna", 0)],
)
def test_a_term_may_have_the_endings_of_its_language(language: str, target: str, missing: int) -> None:
    concept = Concept((Term("zh", "备份文件"), Term(language, "backup file")))
    terms = TermMatcher([concept], "zh", language).find("备份文件")
    pair = Pair("备份文件", target, target_language=language, terms=terms)
    assert [one.check for one in check(pair)].count("terms") == missing


@pytest.mark.parametrize(
    ("source", "target", "safe"),
    [
        ("你好", "Hello  you", True),
        ("你好。", "Hello。", True),
        ("你好。", "Hello", True),
        ("你好？", "Hello.", False),
        ("长450米", "540 metres long", False),
        ("你好", "Hello the the world", False),
        ("⟦1/⟧点击", "Click", False),
    ],
)
def test_a_fix_is_safe_where_it_cannot_change_the_meaning(source: str, target: str, safe: bool) -> None:
    (finding, *_) = check(Pair(source, target))
    assert finding.fix is not None
    assert finding.safe is safe


def test_no_fix_is_offered_for_a_language_that_nothing_is_known_about() -> None:
    target = " Hej  hej 540,, （"
    findings = check(Pair("你好450。", target, target_language="sv"))
    assert {one.check for one in findings} >= {"numbers", "punctuation", "spaces", "repeated_words"}
    assert not any(one.fix or one.safe for one in findings)
    (tag,) = check(Pair("⟦1/⟧点击", "Klicka", target_language="sv"))
    assert tag.fix is not None
    assert fixed("Klicka", tag.fix) == "⟦1/⟧Klicka"


@pytest.mark.parametrize("target", ["a  a ,, ", "⟦1⟧ 1,2 ", "(((字", "aa aa,, ", " ", "(字 ", "1 2,5 "])
@pytest.mark.parametrize("languages", [("zh", "en"), ("en", "zh")])
def test_what_is_found_and_sent_is_bounded(target: str, languages: tuple[str, str]) -> None:
    long = (target * 10_000)[:LONGEST_CHECKED]
    started = time.process_time()
    findings = check(Pair("9 5,3 你好", long, *languages))
    assert time.process_time() - started < 10
    assert len(findings) <= MOST_FINDINGS
    message = ChecksMessage(seq=1, segment=1, findings=[FindingView.of(one) for one in findings])
    assert len(message.model_dump_json()) < 500_000


def test_a_text_that_is_too_long_is_not_checked_and_that_is_told() -> None:
    target = "a  a ,, " * LONGEST_CHECKED
    (finding,) = check(Pair("你好", target))
    assert "are not checked" in finding.message
    assert check(Pair("你好", target), off=("length",)) == []


def test_numbers_are_compared_in_a_time_that_grows_with_their_number() -> None:
    source = " ".join(str(number) for number in range(1000, 2900))
    started = time.process_time()
    assert found("numbers", source, source[::-1].replace("0", "7")) is not None
    assert found("numbers", source, source) == []
    assert time.process_time() - started < 10


def test_words_that_are_left_out_are_named_where_they_stand_among_the_tags() -> None:
    asked = []

    def left_out(source: str, target: str) -> list[tuple[int, int]]:
        asked.append((source, target))
        return [(4, 7)]

    source = "⟦1⟧先保存⟦/1⟧，再⟦2/⟧关闭"
    (finding,) = CHECKS["omissions"].find(Pair(source, "⟦1⟧Save⟦/1⟧ it", left_out=left_out))
    assert asked == [("先保存，再关闭", "Save it")]
    assert finding.message == "Part of the source may be missing: 再关闭"
    assert [source[slice(*span)] for span in finding.source] == ["再⟦2/⟧关闭"]
    assert not finding.blocking
