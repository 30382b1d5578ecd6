"""`binokel serve`: the game in the browser, served from this computer."""

import os
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from binokel.cards.notation import Lang
from binokel.cli.arguments import Parser, checked, whole_number
from binokel.cli.language import wanted_lang
from binokel.cli.ports import Place, find_place, lan_addresses, own_address, shown_host
from binokel.locales import LANGUAGES, text
from binokel.server.auth import own_secret
from binokel.server.settings import HOST, PORT, Settings
from binokel.store.folder import data_folder

OK, FAILED = 0, 2


class Options(NamedTuple):
    """What the command line says; `port` is None where the next free one will do."""

    host: str
    port: int | None
    browser: bool
    lang: Lang


def main(arguments: Sequence[str]) -> int:
    """Serve until Ctrl-C; the exit code is 2 where there is no place to serve on."""
    options = parse_options(arguments)
    folder = data_folder()
    address = own_address(options.host)
    if address is None:
        return _failed("no_host", options, host=options.host)
    place = find_place(address, options.port, folder)
    if place is None:
        return _failed("no_port", options, host=options.host, port=options.port or PORT)
    if place.socket is not None:
        with place.socket:
            return _serve(options, folder, place)
    print(_text("running", options, url=_url(options, place)))
    own = _own_url(options, place, folder)
    if options.browser and has_screen():
        open_page(own, options)
    else:
        _tell_page(own, options)
    return OK


def _failed(key: str, options: Options, **values: object) -> int:
    print(f"binokel serve: {_text(key, options, **values)}", file=sys.stderr)
    return FAILED


def parse_options(arguments: Sequence[str]) -> Options:
    """Return the arguments; a wrong one ends the program with exit code 2."""
    lang = wanted_lang(arguments)

    def about(name: str, **values: object) -> str:
        return text(f"serve.option.{name}", lang, **values)

    parser = Parser("binokel serve", lang, about("about"))
    add = parser.options.add_argument
    add("--no-browser", action="store_true", help=about("no_browser"))
    port = checked(whole_number(1, 65535), about("no_port"))
    add("--port", type=port, metavar="N", help=about("port", port=PORT))
    add("--host", default=HOST, metavar="H", help=about("host", host=HOST))
    add("--lang", choices=LANGUAGES, default=lang, help=about("lang"))
    given = parser.parse_args(list(arguments))
    return Options(given.host, given.port, not given.no_browser, given.lang)


def _serve(options: Options, folder: Path, place: Place) -> int:
    """Serve on a place until somebody ends the program."""
    from binokel.cli.serving import run  # noqa: PLC0415 (what is not needed is not imported)

    own = _own_url(options, place, folder)

    def ready() -> None:
        print(_text("ready", options, url=_url(options, place)))
        for address in lan_addresses(options.host):
            print(_text("lan", options, url=f"http://{shown_host(address)}:{place.port}/"))
        if options.browser and has_screen():
            threading.Thread(target=open_page, args=(own, options), daemon=True).start()
        else:
            _tell_page(own, options)
        print(_text("how_to_end", options), flush=True)

    assert place.socket is not None
    run(Settings(folder, host=options.host), place.socket, ready)
    print(_text("saved", options))
    return OK


def _text(key: str, options: Options, **values: object) -> str:
    return text(f"serve.{key}", options.lang, **values)


def _url(options: Options, place: Place) -> str:
    return f"http://{shown_host(options.host)}:{place.port}/"


def _own_url(options: Options, place: Place, folder: Path) -> str:
    """Return the address with the person's secret, which never leaves this computer.

    The part behind # is not sent to any server; the page takes it away at once.
    """
    return f"{_url(options, place)}#person={own_secret(folder)}"


def has_screen() -> bool:
    """Tell whether a browser has a screen; one in the terminal is of no use."""
    if sys.platform in ("win32", "darwin") or "WSL_DISTRO_NAME" in os.environ:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_page(url: str, options: Options) -> None:
    """Open the browser; where none opens, tell the address."""
    if not webbrowser.open(url):
        _tell_page(url, options)


def _tell_page(url: str, options: Options) -> None:
    print(_text("open_yourself", options, url=url), flush=True)
