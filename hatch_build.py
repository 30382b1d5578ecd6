"""Hatchling's hook: a wheel carries the built page and the compiled kernel."""

import atexit
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # an isolated build does not know this folder

import kernelbuild
import webbuild


class BuildHook(BuildHookInterface[Any]):
    """Build the page and the kernel before the wheel is packed.

    With BINOKEL_KERNEL=python the wheel has no kernel and fits every machine.
    """

    def dependencies(self) -> list[str]:
        """Ask for what compiles the kernel, and for node where it is missing."""
        try:
            compiling = kernelbuild.requirements()
        except kernelbuild.KernelBuildError as error:
            raise SystemExit(str(error)) from None
        if webbuild.is_built() or webbuild.system_node():
            return compiling
        return [*compiling, f"{webbuild.NODE_WHEEL}>=22.12"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless it is there or left to `run.py`, and the kernel."""
        is_editable = version == "editable"
        if not is_editable and not webbuild.is_built():
            webbuild.build(webbuild.find_node(sys.path))
        if not kernelbuild.is_wanted():
            return
        if is_editable:  # its wheel holds a path only, and fits every machine
            kernelbuild.build_in_place()
        else:
            pack_kernel(build_data)


def pack_kernel(build_data: dict[str, Any]) -> None:
    """Add the kernel to a wheel: it then fits this Python and machine only."""
    work = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, work, ignore_errors=True)  # hatchling packs it later
    build_data.update(pure_python=False, infer_tag=True)
    # By their exact names: nothing that another Python compiled slips in.
    for file in kernelbuild.compile_into(work):
        build_data["force_include"][str(file)] = (kernelbuild.INSIDE / file.name).as_posix()
