"""On what and from what a result was made."""

import os
import platform
import subprocess
from pathlib import Path

from binokel import __version__


def commit() -> str | None:
    """Return the commit of the source, None without a repository.

    It ends in `+changes` where files differ from it.
    """
    head = _git("rev-parse", "--short=12", "HEAD")
    if head is None:
        return None
    return f"{head}+changes" if _git("status", "--porcelain", "--untracked-files=no") else head


def _git(*arguments: str) -> str | None:
    folder = Path(__file__).parent
    if not any((parent / ".git").exists() for parent in folder.parents[:3]):
        return None
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def machine() -> dict[str, str | int]:
    """Return what is needed to compare times."""
    return {
        "cpu": _cpu_model(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "binokel": __version__,
    }


def _cpu_model() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or "unknown"
