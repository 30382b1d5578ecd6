"""Hatchling's hook: a wheel carries the built page."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # an isolated build does not know this folder

import webbuild


class PageHook(BuildHookInterface[Any]):
    """Build the page into `binokel/server/web_dist` before the wheel is packed."""

    def dependencies(self) -> list[str]:
        """Ask for node as a Python package where it is needed and missing."""
        if webbuild.is_built() or webbuild.system_node():
            return []
        return [f"{webbuild.NODE_WHEEL}>=22.12"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it is there; an editable one is left to `run.py`."""
        if version != "editable" and not webbuild.is_built():
            webbuild.build(webbuild.find_node(sys.path))
