"""Contract tests: what every format, check, engine, search backend and draft provider promises.

A test class that inherits a contract and says what it is about runs all of it; Synslator's own parts are
tested so too. This needs pytest and hypothesis: install `synslator[testing]`. Nothing else may import it.
"""

import pytest

for _contract in ("formats", "checks", "engines", "indexes", "drafts"):
    pytest.register_assert_rewrite(f"{__name__}.{_contract}")
