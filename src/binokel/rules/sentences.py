"""Which sentences of the printed sheet apply to a rule set, section by section.

What a sentence says stands in the locales; here stands only when it applies.
"""

from collections.abc import Callable
from typing import NamedTuple

from binokel.rules.ruleset import BiddingRules
from binokel.rules.sheet_melds import meld_notes
from binokel.rules.speaker import Speaker


class Part(NamedTuple):
    """One section: its heading, its sentences, and whether the table of melds leads it."""

    head: str
    lines: list[str]
    table: bool = False


Section = Callable[[Speaker], Part]


def subtitle(s: Speaker) -> str:
    """Return the line below the title: how many play, and with whom."""
    seats, sides = s.rules.n_seats, "single"
    if s.partners:
        sides = "three" if seats == 6 else "two"
    players = s.say(f"players.{seats}")
    if seats == 2:
        return players[:1].upper() + players[1:]
    return s.say("subtitle", players=players, sides=s.say(f"sides.{sides}"))


def _part(s: Speaker, head: str, lines: list[str]) -> Part:
    return Part(s.say(f"head.{head}"), lines, table=head == "melds")


def _deal(s: Speaker) -> Part:
    """Tell cards, packets, cutting. Source: rules.md [deal-patterns], [cut-duty]."""
    deal = s.rules.deal
    packets = " – ".join(s.say(f"packet.{p[0]}", n=p[1:]) for p in deal.pattern)
    lines = [
        s.say(f"cards.{s.rules.deck.points}.{len(s.rules.cards)}"),
        *([s.say(f"direction.{s.rules.table.direction}")] if s.rules.n_seats > 2 else []),
        s.say(
            "deal.dabb" if deal.dabb else "deal.no_dabb",
            hand=deal.hand,
            dabb=deal.dabb,
            packets=packets,
        ),
    ]
    if deal.stock:
        lines.append(
            s.say("deal.turned_up" if s.rules.turned_up else "deal.stock", stock=deal.stock)
        )
    two = ".two" if s.rules.n_seats == 2 else ""
    lines += [
        s.say(f"deal.forehand{two}", right=_who(s, forehand=True)),
        *_cutting(s),
        s.say(f"first.{deal.first_dealer}{two}"),
    ]
    return _part(s, "deal", lines)


def _who(s: Speaker, *, forehand: bool) -> str:
    """Return who is forehand, or who cuts: the dealer's neighbours, in words."""
    if s.rules.n_seats == 2:
        return s.say("who.he")
    anticlockwise = s.rules.table.direction == "anticlockwise"
    place = "right" if forehand == anticlockwise else "left"
    return s.say(f"who.{place}" if forehand else f"who.cut_{place}")


def _cutting(s: Speaker) -> list[str]:
    """Tell cutting and knocking. Source: rules.md [cut-duty], [knock-meaning]."""
    deal = s.rules.deal
    kind = "dabb" if deal.dabb else "plain"
    cutter = _who(s, forehand=False)
    if deal.cut == "none" and deal.knock:
        return [s.say(f"knock.only.{kind}", left=cutter)]
    lines = [s.say(f"cut.{deal.cut}", left=cutter)]
    if deal.cut != "none" and deal.cut_rest > 1:
        lines.append(s.say("cut.rest", rest=deal.cut_rest))
    return [*lines, s.say(f"knock.{kind}" if deal.knock else "knock.none")]


def _bidding(s: Speaker) -> Part:
    """Tell the auction. Source: rules.md [auction-procedure], [silent-forehand]."""
    bidding = s.rules.bidding
    if bidding.form == "none":
        return _part(s, "bidding", [])
    lines = [s.say(f"bid.{_form(s, bidding)}")]
    duel = bidding.form != "in-turn"
    if bidding.opener == "holds":
        lines.append(s.say("bid.holds", minimum=bidding.minimum))
    elif duel or s.rules.n_seats == 2:
        first = "bid.first.2" if s.rules.n_seats == 2 else "bid.first.n"
        lines.append(s.say(f"{first}_must" if bidding.opener == "must-bid" else first))
    amount = "jumps" if bidding.jumps else "no_jumps"
    lines.append(s.say(f"bid.amount.{amount}", minimum=bidding.minimum, step=bidding.step))
    if bidding.maximum != BiddingRules(form="none").maximum:
        lines.append(s.say("bid.maximum", maximum=bidding.maximum))
    if bidding.opener == "must-bid":
        lines.append(s.say("bid.must_bid"))
    elif bidding.opener == "free":
        lines.append(s.say(f"bid.nobody.{bidding.nobody}", value=bidding.forced_value))
    lines.append(s.say("bid.winner"))
    if s.partners:
        lines.append(s.say("bid.partner"))
    return _part(s, "bidding", lines)


def _form(s: Speaker, bidding: BiddingRules) -> str:
    if s.rules.n_seats == 2:
        return "duel.2"
    if bidding.form == "in-turn":
        if bidding.in_turn_end == "two-passes":
            return "in_turn.two_passes"
        return "in_turn.must" if bidding.opener == "must-bid" else "in_turn"
    if bidding.form == "kreuz":
        return "kreuz"
    if s.partners:
        return "duel.in_order"
    return f"duel.{s.rules.n_seats}" if s.rules.n_seats <= 3 else "duel.n"


def _dabb(s: Speaker) -> Part:
    """Tell Dabb, burying, trump, calling and going out.

    Source: rules.md [phase-order].
    """
    rules = s.rules
    if rules.bidding.form == "none":
        return _part(s, "dabb", [])
    if not rules.deal.dabb:
        return _part(s, "trump", [s.say("trump.named"), *_conceding(s)])
    dabb = rules.dabb
    lines = [
        s.say("dabb.shown" if dabb.shown else "dabb.hidden"),
        s.say(f"dabb.bury.{dabb.trump_named}", dabb=rules.deal.dabb),
    ]
    if dabb.bury_dix and rules.melds.dix:
        lines.append(s.say("dabb.bury_dix"))
    if dabb.announce_trumps:
        lines.append(s.say("dabb.announce"))
    lines.append(s.say(f"dabb.counts.{_buried(s)}"))
    if dabb.call != "off":
        giver = s.say("giver.two" if rules.n_seats == 2 else "giver.n")
        lines.append(s.say(f"call.{dabb.call}", bid=dabb.call_bid, giver=giver))
    return _part(s, "dabb", lines + _conceding(s))


def _buried(s: Speaker) -> str:
    scoring = s.rules.scoring
    if scoring.buried_count:
        return "trick" if scoring.buried_is_trick else "points"
    return "only_trick" if scoring.buried_is_trick else "none"


def _conceding(s: Speaker) -> list[str]:
    """Tell going out. Source: rules.md [ab-timing], [ab-result], [ab-bonus-amount]."""
    dabb = s.rules.dabb
    if dabb.concede == "off":
        return [s.say("concede.off")] if not s.rules.deal.stock else []
    when = dabb.concede if s.rules.deal.dabb else "no_dabb"
    own = s.say("own.side" if s.partners else "own.single")
    lines = [s.say(f"concede.{when}", cost=_times(s, dabb.concede_cost), own=own)]
    if s.rules.deal.dabb and dabb.trump_named == "before" and dabb.concede == "until-meld":
        lines.append(s.say("concede.keeps_trump"))
    if dabb.concede_others == "none":
        return [*lines, s.say("concede.others.none")]
    amount: int | str = dabb.concede_others
    if amount == "per-seat":
        amount = dabb.concede_amount * s.rules.n_seats
    elif amount == "flat":
        amount = dabb.concede_amount
    if amount == 0:
        return [*lines, s.say("concede.others.plain", others=_others(s))]
    extra = _extra(s, amount, dabb.concede_scope)
    return [*lines, s.say("concede.others", others=_others(s), extra=extra)]


def _times(s: Speaker, times: int) -> str:
    known = {1: "single", 2: "double"}
    return s.say(f"cost.{known[times]}") if times in known else s.say("cost.times", times=times)


def _others(s: Speaker) -> str:
    return s.say(f"others.{s.table}")


def _extra(s: Speaker, amount: int | str, scope: str) -> str:
    """Return a bonus in words: points or half the bid, for a side or each player."""
    each = "_each" if scope == "seat" and s.partners else ""
    if isinstance(amount, int):
        return s.say(f"extra.points{each}", points=amount)
    return s.say(f"extra.{amount}{each}")


def _melds(s: Speaker) -> Part:
    """Tell the melds. Source: rules.md [meld-sharing], [two-player-meld-time]."""
    rules = s.rules
    if not rules.deal.stock:
        return _part(
            s,
            "melds",
            [s.say("meld.order.two" if s.table == "two" else "meld.order"), *meld_notes(s)],
        )
    first = s.text(f"rules.value.play.lead.{'forehand' if rules.turned_up else 'declarer'}")
    windows = [
        s.say(f"window.{rules.play.stock_meld_windows}", first=first),
        s.say("window.reuse"),
    ]
    if rules.turned_up and rules.deck.sevens and rules.melds.dix:
        windows.append(s.say("window.dix", dix=rules.melds.dix))
    return _part(s, "melds", [*windows, *meld_notes(s)])


def _play(s: Speaker) -> Part:
    """Tell leads, duties and bonuses. Source: rules.md [legal-cards], [who-leads]."""
    play = s.rules.play
    lead = "forehand" if s.rules.bidding.form == "none" else play.lead
    lines = [s.say(f"play.lead.{lead}"), *_drawing(s), *_duties(s)]
    lines.append(s.say("play.equal"))
    if play.first_trick:
        lines.append(s.say("play.first", points=play.first_trick))
    if play.last_trick:
        lines.append(s.say("play.last", points=play.last_trick))
    elif not play.first_trick:
        lines.append(s.say("play.no_last"))
    return _part(s, "play", lines)


def _drawing(s: Speaker) -> list[str]:
    if not s.rules.deal.stock:
        return []
    lines = [s.say("play.draw")]
    if s.rules.turned_up:
        lines.append(s.say("play.draw.turned_up"))
    return [*lines, s.say(f"play.stock.{'bound' if s.rules.play.stock_duties else 'free'}")]


def _duties(s: Speaker) -> list[str]:
    """Tell what must be played. Source: rules.md [legal-cards], [follow-after-ruff]."""
    play = s.rules.play
    lines = [s.say("play.follow.beat" if play.must_beat else "play.follow")]
    if play.must_beat:
        lines.append(s.say("play.ruffed.beat" if play.beat_after_ruff else "play.ruffed.free"))
    if not play.must_trump:
        lines.append(s.say("play.trump.free"))
    else:
        lines.append(s.say("play.trump.over" if play.must_over_trump else "play.trump.any"))
    if s.partners and (play.must_beat or play.must_trump):
        lines.append(s.say(f"play.partner.{'exempt' if play.partner_exempt else 'bound'}"))
    return lines


def _scoring(s: Speaker) -> Part:
    """Tell the account of a deal.

    Source: rules.md [bid-test-side], [loss-double-or-plus100].
    """
    rules, scoring = s.rules, s.rules.scoring
    if rules.bidding.form == "none":
        return _part(s, "scoring", [s.say("score.no_bid"), _rounding(s)])
    test = "rounded" if scoring.bid_test == "rounded" else "unrounded"
    lines = [
        s.say(f"score.made.{test if scoring.rounding != 'exact' else 'exact'}"),
        s.say(
            "score.lost.keeps" if scoring.lost_keeps_tricks else "score.lost",
            cost=s.say(f"cost.{scoring.lost}"),
        ),
    ]
    if s.partners:
        lines.append(s.say("score.together"))
    return _part(s, "scoring", [*lines, *_others_score(s), _rounding(s)])


def _others_score(s: Speaker) -> list[str]:
    """Tell what the others score.

    Source: rules.md [defenders-on-loss-000], [hopeless-bid].
    """
    scoring = s.rules.scoring
    extra = _extra(s, scoring.lost_bonus, scoring.lost_bonus_scope)
    key = "score.others" if scoring.lost_others_tricks else "score.others.melds"
    unreachable = "score.unreachable"
    if scoring.lost_bonus:
        key += ".bonus" if scoring.lost_others_tricks else "_bonus"
        unreachable += ".bonus"
    lines = [s.say(key, others=_others(s), extra=extra)]
    if scoring.unreachable_lost:
        lines.append(s.say(unreachable, others=_others(s), extra=extra))
    return lines


def _rounding(s: Speaker) -> str:
    scoring = s.rules.scoring
    if scoring.rounding == "exact":
        return s.say("score.exact")
    return s.say(f"score.ten.{scoring.rounding_scope if s.partners else 'single'}")


def _contracts(s: Speaker) -> Part:
    """Tell Durch and Bettel. Source: rules.md [durch-order], [durch-values]."""
    contracts, durch = s.rules.contracts, _durch(s)
    if not durch and not contracts.bettel:
        return _part(s, "contracts", [s.say("special.none")])
    lines = durch or [s.say("special.no_durch")]
    if contracts.bettel:
        alike = bool(durch) and contracts.durch_trump == "none" and s.rules.play.must_beat
        key = "bettel.like" if alike else "bettel"
        lines.append(s.say(f"{key}.{contracts.bettel_lead}", points=contracts.bettel))
    lines.append(
        s.say(f"special.lost.{contracts.lost}", cost=s.say(f"cost.{s.rules.scoring.lost}"))
    )
    if contracts.bettel and s.partners:
        lines.insert(-1, s.say(f"bettel.scope.{contracts.scope}"))
    named = bool(durch) and contracts.durch_trump == "named"
    if named:
        lines.append(s.say("special.others.ordinary", others=_others(s)))
    if not named or contracts.bettel:
        key = f"special.others.{contracts.lost_others}{'_bettel' if named else ''}"
        lines.append(s.say(key, others=_others(s)))
    if not contracts.bettel:
        lines.append(s.say("special.no_bettel"))
    return _part(s, "contracts", lines)


def _durch(s: Speaker) -> list[str]:
    contracts = s.rules.contracts
    values = [
        s.say(f"durch.{name}", points=points)
        for name, points in (
            ("plain", contracts.durch),
            ("open", contracts.durch_open),
            ("hand", contracts.durch_hand if s.rules.deal.dabb else None),
        )
        if points
    ]
    if not values:
        return []
    lines = [
        s.say("durch.values", values=", ".join(values)),
        s.say(f"durch.trump.{contracts.durch_trump}"),
    ]
    if s.partners:
        lines.append(s.say(f"durch.scope.{contracts.scope}"))
    return lines


def _penalties(s: Speaker) -> Part:
    """Tell what mistakes cost. Source: rules.md [strict-burying], [strict-revoke]."""
    lines = [s.say("error.strict")] if s.rules.penalties.strict else []
    return _part(s, "penalties", lines + _burying_error(s) + _revoking(s))


def _burying_error(s: Speaker) -> list[str]:
    """Tell what wrong burying costs.

    Source: rules.md [strict-burying], [discard-error-others].
    """
    penalties = s.rules.penalties
    if not s.rules.deal.dabb:
        return []
    if penalties.bury_error == "refuse":
        return [s.say("error.bury.refuse")]
    special = _specials(s, named=False)
    key = f"error.bury.{penalties.bury_error_others}"
    if special and penalties.bury_error_others != "none":
        key += "_but"
    return [s.say("error.bury"), s.say(key, others=_others(s), special=special)]


def _specials(s: Speaker, *, named: bool) -> str:
    """Return "in Durch and Bettel" as far as the set has them, or nothing.

    `named` includes a Durch that is played with trump and melds.
    """
    contracts = s.rules.contracts
    durch = bool(_durch(s)) and (named or contracts.durch_trump != "named")
    if durch and contracts.bettel:
        return s.say("in.both")
    return s.say("in.durch") if durch else s.say("in.bettel") if contracts.bettel else ""


def _revoking(s: Speaker) -> list[str]:
    """Tell what a wrong card costs.

    Source: rules.md [strict-revoke], [revoke-club-forms].
    """
    rules, penalties = s.rules, s.rules.penalties
    if penalties.revoke == "none":
        return [s.say("error.revoke.none")]
    bid = rules.bidding.form != "none"
    key = f"error.revoke.{penalties.revoke}"
    if penalties.revoke == "penalty":
        key += ".declarer" if bid else ""
    elif not bid:
        key += ".no_bid"
    side = "side" if s.partners else "single"
    told = s.say(
        key,
        points=penalties.revoke_points,
        credit=penalties.revoke_credit,
        cost=s.say(f"cost.{rules.scoring.lost}"),
        others=_others(s),
        guilty=s.say(f"guilty.{side}"),
        who=s.say(f"who.declarer.{side}"),
        rest=s.say(f"rest.{s.table}"),
    )
    special = _specials(s, named=True)
    whose = s.say(f"whose.{side}")
    more = [s.say("error.revoke.special", special=special, whose=whose)] if special else []
    return [told, *more, s.say("error.claim")]


def _match(s: Speaker) -> Part:
    """Tell the end of the match.

    Source: rules.md [target], [match-by-deals], [own-won-bid].
    """
    match = s.rules.match
    lines = []
    if match.only_by_won_bid:
        lines.append(s.say("end.own", target=match.target))
    elif match.ends == "target":
        lines.append(s.say(f"end.target.{s.table}", target=match.target))
    elif match.rounds > 1:
        assert match.deals is not None
        each = match.deals // match.rounds
        lines.append(s.say("end.rounds", rounds=match.rounds, each=each, deals=match.deals))
    else:
        lines.append(s.say("end.deals", deals=match.deals))
    if not match.only_by_won_bid:
        key = (
            "tie.last_exact" if match.last_exact and s.rules.scoring.rounding != "exact" else "tie"
        )
        tie = s.text(f"sheet.tie.{match.tie}")
        lines.append(s.text(f"sheet.{key}", tie=tie))
    return _part(s, "match", [*lines, s.say("end.below_zero")])


SECTIONS: tuple[Section, ...] = (
    _deal,
    _bidding,
    _dabb,
    _melds,
    _play,
    _scoring,
    _contracts,
    _penalties,
    _match,
)
"""The sections in the order of the page."""
