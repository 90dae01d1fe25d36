"""Names that the translation must keep."""

from synslator_sample.names import CHECKS

from synslator.testing.checks import CheckContract
from synslator.workbench.checks.model import Pair


class TestKeptNames(CheckContract):
    check = CHECKS[0]
    good = (
        Pair("用 --force 启动 TiDB", "Start TiDB with --force"),
        Pair("编辑 config.toml 文件", "Edit the file config.toml"),
    )
    bad = (
        (Pair("用 --force 启动", "Start with force"), None),
        (Pair("设置 max_connections", "Set the maximum of connections"), None),
    )
