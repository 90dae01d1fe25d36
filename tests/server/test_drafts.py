"""A document is drafted alike on the page and on the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from packages import PAIRS
from synslator.cli import main
from talking import Api

LONG = "，".join(source.rstrip("。？") for source, _ in 3 * PAIRS)
"""A sentence that the model cannot take at once."""
PAGE = f"""<html><body><h1>打开文件</h1>
<p>请<b>保存</b>文件。程序<i>已经</i>关闭<br>并且运行 <code>make all</code>。</p>
<p>{LONG[:200]}<b>{LONG[200:230]}</b>{LONG[230:400]}<i>{LONG[400:420]}</i>{LONG[420:]}。</p>
{"".join(f"<p>{source[:4]}<b>{source[4:7]}</b>{source[7:]}</p>" for source, _ in PAIRS)}
</body></html>"""
STRINGS = json.dumps({"a": "用 %s 打开 {app}。", "b": "丢失了 %d 个文件。"}, ensure_ascii=False)


@pytest.mark.parametrize(("name", "text"), [("page.html", PAGE), ("strings.json", STRINGS)])
def test_the_page_and_the_command_line_give_the_same_text(
    api: Api, tmp_path: Path, tiny_folder: Path, name: str, text: str
) -> None:
    project = api.project()["id"]
    document = api.upload(f"/projects/{project}/documents", name, text.encode(), 201)["document"]["id"]
    job = api.wait(api.post(f"/documents/{document}/draft", status=202)["id"])
    assert job["state"] == "done", job
    segments = api.get(f"/documents/{document}/segments", limit=200)["segments"]
    assert job["result"]["machine"] == len(segments)
    assert max(len(segment["source"]) for segment in segments) > (500 if text is PAGE else 0)
    assert sum("⟦" in segment["target"] for segment in segments) >= len(segments) // 2

    source, target = tmp_path / name, tmp_path / f"out-{name}"
    source.write_text(text, encoding="utf-8")
    command = ["document", "translate", str(source), str(target), "--model", str(tiny_folder)]
    assert CliRunner().invoke(main, command).exit_code == 0
    assert api.get(f"/documents/{document}/export") == target.read_bytes()
