"""Files of a training: whole or not at all, and refused when they are not what they must be."""

import errno
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from numpy.typing import NDArray

from binokel.errors import TrainingError
from binokel.training.files import Form, read_arrays, write_arrays

BYTE = np.dtype(np.uint8)
FORMS = {"a": Form(BYTE, (-1, 2), 0, 9), "b": Form(BYTE, (-1,)), "c": Form(np.dtype("f4"), (1,))}
HELD: dict[str, NDArray[Any]] = {
    "a": np.array([[1, 2], [3, 4], [5, 9]], BYTE),
    "b": np.arange(3, dtype=BYTE),
    "c": np.array([0.5], np.float32),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file of arrays."""
    path = tmp_path / "some.npz"
    write_arrays(path, "here", HELD)
    return path


def test_what_was_written_is_read_again(path: Path) -> None:
    found = read_arrays(path, "here", FORMS)
    assert list(found) == list(FORMS)
    assert all(np.array_equal(found[name], HELD[name]) for name in HELD)
    assert [file.name for file in path.parent.iterdir()] == ["some.npz"]


def test_a_file_of_another_origin_is_refused_and_one_that_tells_none_is_not(path: Path) -> None:
    with pytest.raises(TrainingError, match=r"there: here; here: elsewhere\); delete it"):
        read_arrays(path, "elsewhere", FORMS)
    np.savez(path, allow_pickle=False, **HELD)
    assert np.array_equal(read_arrays(path, "elsewhere", FORMS)["a"], HELD["a"])


@pytest.mark.parametrize(
    ("name", "array", "fault"),
    [
        ("a", HELD["b"], r"a: uint8\[3\], not uint8\[-1, 2\]"),
        ("a", np.uint8(3), r"a: uint8\[\], not"),
        ("a", HELD["a"].astype(np.int64), r"a: int64\[3, 2\]"),
        ("a", HELD["a"] + BYTE.type(1), "a: numbers from 2 to 10"),
        ("b", HELD["b"][:2], r"b: 2 rows, others have \[3\]|a: 3 rows, others have \[2\]"),
        ("c", np.array([np.nan], np.float32), "c: numbers from nan"),
        ("c", np.array([np.inf], np.float32), "c: no numbers"),
        ("c", None, "c: missing"),
    ],
)
def test_other_arrays_are_refused_by_name(
    path: Path, name: str, array: NDArray[Any] | None, fault: str
) -> None:
    held = {**HELD, name: array}
    arrays = {key: np.asarray(values) for key, values in held.items() if values is not None}
    write_arrays(path, "here", arrays)
    with pytest.raises(TrainingError, match=rf"some\.npz is damaged \(({fault}).*; delete it"):
        read_arrays(path, "here", FORMS)


def pickled() -> bytes:
    file = BytesIO()
    np.savez(file, a=np.array([{}], object))
    return file.getvalue()


def one_array() -> bytes:
    file = BytesIO()
    np.save(file, HELD["a"])
    return file.getvalue()


def archive_of_letters() -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr("a", "Dear all,")
    return file.getvalue()


@pytest.mark.parametrize(
    "content", [b"", b"hello", pickled(), one_array(), archive_of_letters(), bytes(2000)]
)
def test_foreign_files_are_refused_with_the_remedy(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(TrainingError, match="is damaged") as error:
        read_arrays(path, "here", FORMS)
    assert "the same command makes it anew" in error.value.message
    assert "load it unsafely" not in error.value.message


def test_no_damage_is_anything_but_refused_or_without_effect(path: Path) -> None:
    content, rng, n_refused = path.read_bytes(), Random(7), 0
    for number in range(600):
        broken = bytearray(content[: rng.randrange(len(content))] if number % 3 == 0 else content)
        for _ in range(number % 3):
            broken[rng.randrange(len(content))] = rng.randrange(256)
        path.write_bytes(broken)
        try:
            found = read_arrays(path, "here", FORMS)
        except TrainingError:
            n_refused += 1
        else:
            assert all(np.array_equal(found[name], HELD[name]) for name in HELD)
    assert n_refused > 500


def test_a_full_disk_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = path.read_bytes()

    def full(file: BytesIO, **_: object) -> None:
        file.write(b"PK")
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(OSError, match="full"):
        write_arrays(path, "here", HELD)
    assert [(file.name, file.read_bytes()) for file in path.parent.iterdir()] == [
        ("some.npz", content)
    ]
