"""The pycon blocks of README and docs run as doctests, in one namespace a document."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")


def without_prose(text: str) -> str:
    """Blank everything outside the blocks, so that line numbers stay right."""
    kept, end = "", 0
    for block in BLOCK.finditer(text):
        kept += "\n" * text.count("\n", end, block.start(1)) + block[1]
        end = block.end(1)
    return kept


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_in_documents_run(path: Path) -> None:
    source = without_prose(path.read_text(encoding="utf-8"))
    examples = doctest.DocTestParser().get_doctest(source, {}, path.name, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    assert runner.run(examples, out=report.append).failed == 0, "".join(report)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_interactive_example_is_in_a_pycon_block(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n>>> ") == without_prose(text).count("\n>>> ")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    targets = LINK.findall(path.read_text(encoding="utf-8"))
    assert [target for target in targets if not (path.parent / target).exists()] == []
