"""Which memory entries a text learns from."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from synslator.engines.example_selection import ALIKE, MIN_NEW, MOST, NGRAMS, Phrases, choose
from synslator.engines.protocol import Example


def example(entry: int, source: str, rate: int) -> Example:
    return Example(entry, 1, source, "", rate)


def chosen(text: str, *examples: Example) -> list[int]:
    return [one.entry for one in choose(text, examples, least_rate=30, cover_rate=12)]


def test_the_most_alike_come_first_and_are_few() -> None:
    many = [example(n, "备份任务已经完成", 40 + n) for n in range(30)]
    assert chosen("备份任务已经完成", *many) == list(range(29, 29 - ALIKE, -1))


def test_a_poor_match_is_used_for_a_phrase_that_no_better_one_has() -> None:
    text = "备份任务失败时请检查日志文件"
    good = example(1, "备份任务失败", 60)
    phrase, known, strange = (
        example(2, "日志文件保存在这里", 20),
        example(3, "备份任务正在运行", 25),
        example(4, "今天天气很好", 25),
    )
    assert chosen(text, known, strange, phrase, good) == [1, 2]
    assert chosen(text, example(5, phrase.source, 11), good) == [1]
    assert chosen(text, phrase) == [2]


def test_what_covers_most_comes_first_and_counts_once() -> None:
    text = "备份任务失败时请检查日志文件"
    half, whole, same = (
        example(1, "检查日志", 20),
        example(2, "请检查日志文件", 20),
        example(3, "日志文件", 20),
    )
    assert chosen(text, half, same, whole) == [2]


def test_what_the_same_document_settled_comes_first_and_covers_its_phrase_again() -> None:
    text = "备份任务失败时请检查日志文件"
    memory, settled = (
        example(1, "备份任务失败时请检查", 60),
        replace(example(2, "备份任务失败时请等待", 60), here=True),
    )
    assert chosen(text, memory, settled) == [2, 1]
    better, phrase = (
        example(1, "备份任务失败时请检查日志文件吗", 90),
        replace(example(2, "日志文件", 20), here=True),
    )
    assert chosen(text, better, phrase) == [1, 2]
    assert chosen(text, better, replace(phrase, here=False)) == [1]


def test_spaces_do_not_part_runs() -> None:
    assert Phrases.of("安装 TiDB").covered("安装TiDB 集群") == Phrases.of("安装TiDB").ngrams


def test_where_words_are_separated_phrases_count_and_not_letters() -> None:
    text = "Please check the log files when a backup job fails."
    alike, strange = (
        example(1, "The log files are kept here.", 20),
        example(2, "Nobody believes the chef.", 25),
    )
    phrase = example(3, "Check the log files first.", 20)
    assert Phrases.of(text).covered(strange.source) == set()
    assert Phrases.of(text).covered(alike.source) == {" the log ", " log files ", " the log files "}
    assert chosen(text, strange, alike, phrase) == [3]


def test_korean_words_take_particles() -> None:
    assert len(Phrases.of("로그파일을 확인하세요").covered("로그파일이 있습니다")) >= MIN_NEW


def slow_ngrams(text: str) -> set[str]:
    return {text[at : at + size] for size in NGRAMS for at in range(len(text) - size + 1)}


@given(st.text("备份任务abc", max_size=30), st.text("备份任务abc ", max_size=30))
def test_what_is_covered_stands_in_both(text: str, source: str) -> None:
    text, dense = f"备{text}", source.replace(" ", "")
    assert Phrases.of(text).covered(source) == {ngram for ngram in slow_ngrams(text) if ngram in dense}


@given(
    st.text("备份任务失败时请检查", max_size=30),
    st.lists(st.tuples(st.text("备份任务失败时请检查", max_size=12), st.integers(0, 101)), max_size=40),
)
def test_every_choice_has_its_reason(text: str, found: list[tuple[str, int]]) -> None:
    examples = [example(n, source, rate) for n, (source, rate) in enumerate(found)]
    took = choose(text, examples, least_rate=30, cover_rate=12)
    assert len(took) <= MOST
    assert len({one.entry for one in took}) == len(took)
    alike = sorted((one.rate for one in examples if one.rate >= 30), reverse=True)[:ALIKE]
    assert [one.rate for one in took[: len(alike)]] == alike
    left = slow_ngrams(text)
    for n, one in enumerate(took):
        new = {ngram for ngram in left if ngram in one.source}
        left -= new
        assert n < len(alike) or (one.rate >= 12 and len(new) >= MIN_NEW)
