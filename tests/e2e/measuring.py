"""What a browser can tell about a page: bytes over the wire, long tasks, frames, movements."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

# Frames are counted while something moves: the gap between two frames, both with a movement.
# Movements are noted as they begin; asking the document for them at each frame would make it
# compute its styles once more.
WATCH = """
(() => {
  const seen = { tasks: [], gaps: [], moving: [], properties: new Set(), moves: 0 };
  window.seenMoving = seen;
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) seen.tasks.push([task.startTime, task.duration]);
  }).observe({ type: "longtask", buffered: true });
  const running = new Set();
  const begin = (movement, properties) => {
    if (running.has(movement)) return;
    running.add(movement);
    seen.moves += 1;
    for (const name of properties) seen.properties.add(name);
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (keyframes, timing) {
    const movement = animate.call(this, keyframes, timing);
    begin(movement, keyframes.flatMap(Object.keys));
    return movement;
  };
  const begun = ({ target, propertyName }) => {
    for (const movement of target.getAnimations()) begin(movement, [propertyName]);
  };
  addEventListener("transitionstart", begun, true);
  let last = null;
  const frame = (now) => {
    for (const movement of running) if (movement.playState !== "running") running.delete(movement);
    if (running.size > 0) {
      seen.moving.push(now);
      if (last !== null) seen.gaps.push(now - last);
    }
    last = running.size > 0 ? now : null;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})();
"""
COLLECT = """
() => {
  const { tasks, gaps, moving, properties, moves } = window.seenMoving;
  // A task counts if a frame with a movement came during it or right before or after it.
  const near = ([start, length]) =>
    moving.some((frame) => frame > start - 20 && frame < start + length + 20);
  return { tasks: tasks.filter(near), gaps, moves, properties: [...properties] };
}
"""


@dataclass(frozen=True, kw_only=True)
class Motion:
    """What was seen while cards moved; times in ms.

    `tasks` are start and length of every task over 50 ms, `gaps` those between two frames.
    """

    tasks: list[tuple[float, float]]
    gaps: list[float]
    moves: int
    properties: list[str]


def watch_motion(page: Page) -> None:
    """Watch from the next page load on."""
    page.add_init_script(WATCH)


def motion_of(page: Page) -> Motion:
    """Return what was seen since the page was loaded."""
    return Motion(**page.evaluate(COLLECT))


def throttle(page: Page, rate: int) -> None:
    """Make the page's processor so many times slower."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})


class Wire:
    """Counts the bytes of everything a page is sent: headers, bodies, socket messages."""

    def __init__(self, page: Page) -> None:
        self.parts: dict[str, int] = {}
        self._urls: dict[str, str] = {}
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.on("Network.responseReceived", self._started)
        self._session.on("Network.loadingFinished", self._finished)
        self._session.on("Network.webSocketFrameReceived", self._message)
        self._session.send("Network.enable")

    @property
    def kib(self) -> float:
        """All bytes so far, in KiB."""
        return sum(self.parts.values()) / 1024

    def _started(self, event: dict[str, Any]) -> None:
        self._urls[event["requestId"]] = event["response"]["url"]

    def _finished(self, event: dict[str, Any]) -> None:
        url = self._urls.get(event["requestId"], event["requestId"])
        self.parts[url] = int(event["encodedDataLength"])

    def _message(self, event: dict[str, Any]) -> None:
        length = len(event["response"]["payloadData"].encode())
        self.parts["socket"] = self.parts.get("socket", 0) + length
