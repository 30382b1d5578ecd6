"""A whole training in a folder: what is done is kept there, so that it can be gone on with."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from binokel.players.model.store import VARIABLE, Model, write_model
from binokel.players.registry import find_player, player_for
from binokel.rules.catalog import find_ruleset
from binokel.rules.writer import content_hash
from binokel.training import searchplay, selfplay
from binokel.training.correction import Corrected, correct
from binokel.training.fit import Course, fit, loss, tables_of
from binokel.training.net import Floats, Layers
from binokel.training.quantise import quantised
from binokel.training.refused import refused
from binokel.training.samples import Samples, check_learnable, joined, load, save
from binokel.training.telling import Tell, silent
from binokel.workers.spread import spread

PLAN, BASE, MODEL, REPORT = "plan.json", "base.msgpack", "value.msgpack", "report.json"
BESIDE = 20
"""One deal of self-play of so many stays beside the correction."""


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a training does; the folder goes on only with the same one."""

    name: str
    seed: int
    deals: int
    epochs: int
    search_deals: int
    player: str
    nodes: int
    rules: tuple[str, ...]
    hashes: tuple[str, ...]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """How a training went."""

    n_deals: int
    n_corrected: int
    base_loss: float
    correction_losses: tuple[float, ...]
    correction_epochs: int


class Trained(NamedTuple):
    """The model, its file, and the report."""

    model: Model
    path: Path
    report: Report


def make_plan(name: str, seed: int, deals: int, **more: int | str) -> Plan:
    """Return a plan for all shipped rule sets that self-play knows.

    `more` are epochs, search_deals, player and nodes.

    Raises:
        UnknownPlayer: nobody is called so.
        UnfitPlayer: the player does not know all these rule sets.
        Unsupported: a rule set cannot be learned.
    """
    rules = tuple(selfplay.trainable())
    hashes = tuple(content_hash(find_ruleset(rule_set)) for rule_set in rules)
    told = {"name": name, "seed": seed, "deals": deals, "rules": rules, "hashes": hashes, **more}
    plan = msgspec.convert(told, Plan)
    for rule_set in map(find_ruleset, rules):
        check_learnable(rule_set)
        player_for(plan.player, rule_set)
    return msgspec.structs.replace(plan, player=find_player(plan.player).name)


def train(plan: Plan, folder: Path, workers: int = 1, tell: Tell = silent) -> Trained:
    """Train a model, or go on with it, and write it into the folder.

    Raises:
        TrainingError: the folder holds another plan, or a file that is damaged or of another one.
        OSError: the folder or a file in it cannot be read or written.
        WorkerDied: a process died each time that a piece of work was tried.
    """
    _begin(plan, folder)
    tables = tables_of(plan.rules)
    samples = _native(plan, folder / "deals", tell)
    course = Course(plan.epochs, plan.seed)
    net = fit(samples, tables, course, folder / "net.npz", tell=tell)
    base_loss = loss(net, tables, samples.take(np.arange(0, len(samples), 50)))
    n_deals = len(samples)
    native = samples.take(np.arange(0, n_deals, BESIDE))
    del samples
    base = folder / BASE
    write_model(quantised(net, plan.name, plan.seed, n_deals, 0), base)
    with _model_in_use(base):
        corrected = _corrected(plan, folder, Base(net, tables, native), workers, tell)
    model = quantised(corrected.layers, plan.name, plan.seed, n_deals, corrected.n)
    write_model(model, folder / MODEL)
    report = Report(
        n_deals=n_deals,
        n_corrected=corrected.n,
        base_loss=round(base_loss, 5),
        correction_losses=corrected.losses,
        correction_epochs=corrected.epochs,
    )
    (folder / REPORT).write_bytes(msgspec.json.format(msgspec.json.encode(report)) + b"\n")
    return Trained(model, folder / MODEL, report)


def _begin(plan: Plan, folder: Path) -> None:
    """Write the plan down, or see that it is the one that stands there."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / PLAN
    if not path.exists():
        beside = path.with_suffix(".part")
        beside.write_bytes(msgspec.json.encode(plan))
        beside.replace(path)
        return
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Plan)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise refused("plan", path=path, error=error) from error
    other = [
        field for field in Plan.__struct_fields__ if getattr(found, field) != getattr(plan, field)
    ]
    if other:
        raise refused("other_plan", folder=folder, fields=", ".join(other))


def _native(plan: Plan, folder: Path, tell: Tell) -> Samples:
    """Return the samples of self-play, played now or before."""
    folder.mkdir(exist_ok=True)
    parts = selfplay.parts_of(plan.rules, plan.deals)
    found = []
    for number, part in enumerate(parts):
        path, table = folder / f"{part.name}.npz", plan.rules.index(part.rules)
        origin = f"{part.name}, rules {_short(plan.hashes[table])}, seed {plan.seed}"
        if not path.exists():
            save(selfplay.play(part, table, plan.seed), path, origin)
            tell("self_play", number=number + 1, total=len(parts), rules=part.rules)
        found.append(load(path, origin, table))
    return joined(found)


class Base(NamedTuple):
    """A net that knows self-play, the features of each rule set, and some deals it learned from."""

    net: Layers
    tables: Floats
    native: Samples


class _Correction(NamedTuple):
    layers: Layers
    epochs: int
    losses: tuple[float, ...]
    n: int


def _corrected(plan: Plan, folder: Path, base: Base, workers: int, tell: Tell) -> _Correction:
    if not plan.search_deals:
        return _Correction(base.net, 0, (), 0)
    held = folder / "search"
    held.mkdir(exist_ok=True)
    pieces = searchplay.pieces_of(
        list(plan.rules), plan.player, plan.nodes, plan.seed, plan.search_deals
    )
    known = {
        piece: load(path, _origin(plan, piece), piece.table)
        for piece in pieces
        if (path := held / f"{piece.name}.npz").exists()
    }
    waiting = [piece for piece in pieces if piece not in known]
    for piece, samples in spread(_played, waiting, workers):
        save(samples, held / f"{piece.name}.npz", _origin(plan, piece))
        known[piece] = samples
        tell("search", number=len(known), total=len(pieces), rules=piece.rules)
    samples = joined([known[piece] for piece in pieces])
    found: Corrected = correct(*base, samples, plan.seed, tell)
    return _Correction(found.layers, found.epochs, found.losses, len(samples))


def _origin(plan: Plan, piece: searchplay.Piece) -> str:
    """Return what a piece depends on: rules, player, and the net that bids."""
    player = f"{piece.player} {find_player(piece.player).version} with {piece.nodes} nodes"
    net = f"{plan.deals} deals and {plan.epochs} epochs"
    rules = f"rules {_short(plan.hashes[piece.table])}"
    return f"{piece.name}, {rules}, {player} after {net}, seed {piece.seed}"


def _short(content_hash: str) -> str:
    return content_hash.rpartition(":")[2][:8]


@contextmanager
def _model_in_use(path: Path) -> Iterator[None]:
    """Let the players of this process and of its workers use a model."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(path.absolute())
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before


def _played(piece: searchplay.Piece) -> tuple[searchplay.Piece, Samples]:
    return piece, searchplay.play(piece)
