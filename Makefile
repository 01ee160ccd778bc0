# Two commands for a fresh machine: `make film` and `make test`.

PYTHON ?= python3
BIN := .venv/bin
SYSTEM_PACKAGES := libgomp1    # GNU OpenMP, Numba's thread layer

.PHONY: film test system lint types schema gallery references lock clean

film: .venv
	$(BIN)/wavetank film beach --out beach.mp4 --size 854x480 --frames 210: --force

test: system lint types
	$(BIN)/pytest

lint: .venv
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv
	$(BIN)/mypy

# everything of [all] and the tools, in the versions of the lock, and the `wavetank` command
.venv: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch .venv

# what no Python package brings; installed where that is allowed, named where it is not
system:
	@command -v dpkg-query >/dev/null || exit 0; \
	missing=$$(for package in $(SYSTEM_PACKAGES); do \
	    dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; done); \
	[ -z "$$missing" ] && exit 0; \
	if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -qq -y $$missing; \
	else echo "the tests need, from your system:" $$missing; exit 1; fi

schema: .venv
	$(BIN)/wavetank scenes --schema > docs/scene.schema.json

# the loops of docs/gallery.md, of which the README shows one: minutes
gallery: .venv
	$(BIN)/python docs/make_gallery.py

# the pictures that tests/test_gallery.py compares with: look at what changed before you commit it
references: .venv
	$(BIN)/python tests/test_gallery.py

lock:
	uv pip compile --universal --python-version 3.11 --all-extras --group dev --quiet \
	    --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
	    --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis beach.zarr beach.mp4
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
