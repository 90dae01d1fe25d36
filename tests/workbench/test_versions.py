"""New versions of a document."""

from pathlib import Path

import pytest

from synslator.settings import Settings
from synslator.storage.documents.segments import read_segments
from synslator.workbench.projects.projects import Wishes
from synslator.workbench.services import open_services

LINES = ["请在保存文件之前检查设置。", "这座桥长450米。", "火车晚点了二十分钟。", "请关门。", "今天下雨。"]


def test_more_may_go_than_a_database_takes_in_one_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("synslator.storage.documents.structure.ROWS", 2)
    file = tmp_path / "text.txt"
    file.write_text("明天晴。", encoding="utf-8")
    with open_services(Settings(data_folder=tmp_path, model=tmp_path / "none")) as (services, who):
        project = services.projects.create(who, "Text", ("zh", "en"), Wishes()).id
        document = services.documents.add(who, project, file.name, "\n".join(LINES).encode()).id
        _, carried = services.documents.update(who, document, file.name, file)
        with services.database.reading() as connection:
            left = read_segments(connection, document)
    assert len(carried.gone) == len(LINES)
    assert [segment.source for segment in left] == ["明天晴。"]
