"""Write the server's OpenAPI description to a file, for the page's typed client to be made from."""

import json
import sys
from pathlib import Path

from synslator.server.app import make_app
from synslator.settings import Settings

Path(sys.argv[1]).write_text(json.dumps(make_app(Settings()).openapi(), indent=2) + "\n", encoding="utf-8")
