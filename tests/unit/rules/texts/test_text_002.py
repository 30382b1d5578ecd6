"""Rule text 002, the French page, sentence by sentence, on `souabe-3` and `souabe-4`."""

import pytest

from binokel.cards.card import CARDS, RANKS, SUITS, Suit, card_of
from binokel.cards.notation import parse_card
from binokel.engine.actions import (
    Bid,
    BuryDone,
    DeclareMelds,
    ExchangeDix,
    NameContract,
    NameTrump,
    Pass,
    TakeDabb,
)
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.errors import Reason
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.deal import DABB, packets
from binokel.rules.match import DealResult, standing
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import (
    auction,
    buried,
    deal_with,
    declared,
    do,
    legal,
    melded,
    melds_of,
    play_to,
    played,
    points_of,
    rules_with,
    scored,
    winner,
    won_by,
)

F3 = rules_with("souabe-3")
F4 = rules_with("souabe-4")
FAMILY = "HA HZ HK HO HU"

both = pytest.mark.parametrize("rules", [F3, F4], ids=lambda rules: rules.id)


def of_rank(rank: str, copies: int = 1) -> str:
    return " ".join(f"{suit}{rank}" for suit in "ESHB" for _ in range(copies))


# --- Introduction, joueurs, jeu de cartes --------------------------------------------------


@both
def test_48_cards_two_copies_of_each_of_six_ranks_in_four_suits(rules: RuleSet) -> None:
    """« Un double jeu de 48 cartes. Deux exemplaires de chacune des valeurs … »"""
    assert len(rules.cards) == 48
    assert all(rules.cards.count(card_of(suit, rank)) == 2 for suit in SUITS for rank in RANKS)


@pytest.mark.parametrize(
    ("rank", "points"), [("A", 11), ("Z", 10), ("K", 4), ("O", 3), ("U", 2), ("7", 0)]
)
def test_card_points(rank: str, points: int) -> None:
    """« As (11 points), 10 (10), Roi (4), Ober/Dame (3), Unter/Valet (2), 7 (0). »"""
    assert [points_of(F3, f"{suit}{rank}") for suit in "ESHB"] == [points] * 4


def test_order_of_the_cards_from_high_to_low() -> None:
    """« Ordre des valeurs … (du plus fort au plus faible) »"""
    for higher, lower in zip("AZKOU", "ZKOU7", strict=True):
        assert winner(f"S{lower} S{higher}", "H") == 1


@pytest.mark.parametrize(
    ("german", "french"),
    [("Gland", "Trèfle"), ("Feuilles", "Pique"), ("Cœur", "Cœur"), ("Clochettes", "Carreau")],
)
def test_german_and_french_suits(german: str, french: str) -> None:
    """« … les Glands, les Feuilles, les Cœurs et les Clochettes ; … Trèfles, Piques … »"""
    assert parse_card(f"{german} Ober") is parse_card(f"{french} Dame")


def test_three_play_alone_four_in_partnerships_facing_each_other() -> None:
    """« Trois joueurs jouent chacun pour soi, ou quatre joueurs forment des partenariats fixes »"""
    assert F3.sides == ((0,), (1,), (2,))
    assert F4.sides == ((0, 2), (1, 3))


@both
def test_the_deal_goes_round_anticlockwise(rules: RuleSet) -> None:
    """« La donne tourne dans le sens antihoraire. »"""
    assert rules.table.direction == "anticlockwise"
    match = Match(rules, ["x"] * rules.n_seats, first_dealer=0)
    state = play_to(declared(deal_with(rules, dealer=0), 1, 1000))
    for _, action in state.history:
        match.apply(action)
    match.apply(state.history[0][1])
    assert match.deal.dealer == 1


@both
def test_the_dealer_gets_his_cards_and_speaks_last(rules: RuleSet) -> None:
    """« Le donneur reçoit ses cartes en dernier et parle en dernier lors de l'enchère. »"""
    dealer = rules.n_seats - 1
    assert packets(rules, dealer, knocked=False)[-1].seat == dealer
    passes = " ".join(f"{seat}:weg" for seat in range(dealer))
    assert auction(rules, passes).to_act == dealer


# --- Distribution --------------------------------------------------------------------------


def test_three_players_get_15_cards_in_4_4_3_4_with_3_for_the_dapp_after_the_first_turn() -> None:
    """« 15 cartes par joueur, distribuées en paquets de 4-4-3-4 ou 5-5-5, avec 3 cartes placées
    face cachée comme Dapp après le premier tour de distribution »
    """
    assert F3.deal.pattern == ("P4", "D3", "P4", "P3", "P4")
    fives = rules_with("souabe-3", deal={"pattern": ["P5", "D3", "P5", "P5"]})
    assert fives.deal.hand == 15
    assert packets(F3, 0, knocked=False)[3] == (DABB, 3)


def test_four_players_get_10_cards_in_4_3_3_with_8_for_the_dapp() -> None:
    """« 10 cartes par joueur en paquets de 4-3-3, avec 8 cartes formant le Dapp (… 4+4 …) »"""
    dealt = packets(F4, 0, knocked=False)
    assert [packet.n for packet in dealt if packet.seat == 1] == [4, 3, 3]
    assert [packet.n for packet in dealt if packet.seat == DABB] == [4, 4]


def test_or_hands_of_12_without_a_dapp() -> None:
    """« … ou mains de 12 cartes avec un Dapp de 0 carte »"""
    twelve = find_ruleset("souabe-4-12")
    assert (twelve.deal.hand, twelve.deal.dabb) == (12, 0)


@both
def test_nobody_touches_the_dapp_during_the_auction(rules: RuleSet) -> None:
    """« Personne ne touche le Dapp pendant l'enchère. »"""
    state = deal_with(rules)
    assert not state.is_legal(TakeDabb())
    assert all(state.observe(seat).dabb is None for seat in range(rules.n_seats))


# --- Enchères ------------------------------------------------------------------------------


@both
def test_from_the_right_of_the_dealer_each_passes_or_bids_from_150_in_tens(rules: RuleSet) -> None:
    """« En commençant par le joueur à la droite du donneur, chaque joueur peut passer ou annoncer …
    à partir de 150, en montant par multiples de 10. »
    """
    state = deal_with(rules)
    assert state.to_act == 0
    assert all(state.is_legal(call) for call in (Pass(), Bid(150), Bid(160), Bid(300)))
    assert not any(state.is_legal(Bid(value)) for value in (140, 155))


@both
def test_who_passes_is_out_of_the_auction(rules: RuleSet) -> None:
    """« Une fois que vous passez, vous êtes éliminé de l'enchère. »"""
    rest = " ".join(f"{seat}:{140 + 10 * seat}" for seat in range(1, rules.n_seats))
    assert auction(rules, f"0:weg {rest}").to_act == 1


def test_two_passes_in_a_row_end_the_auction_where_this_is_taken_literally() -> None:
    """« L'enchère se termine quand deux passes consécutives se produisent. »"""
    literal = rules_with("souabe-4", bidding={"in_turn_end": "two-passes"})
    assert auction(literal, "0:150 1:weg 2:weg").declarer == 0
    assert auction(F3, "0:150 1:weg 2:weg").declarer == 0
    assert auction(F4, "0:150 1:weg 2:weg").to_act == 3  # else the dealer would never speak


def taken_up(rules: RuleSet, hands: str = "") -> DealState:
    return won_by(deal_with(rules, hands), 0, 150).apply(TakeDabb())


@both
def test_the_highest_bidder_turns_the_dapp_up_for_all_and_takes_it(rules: RuleSet) -> None:
    """« Le plus offrant …, retourne le Dapp face visible pour que tout le monde le voie et le prend
    en main. »
    """
    state = taken_up(rules)
    assert len(state.hand(0)) == rules.deal.hand + rules.deal.dabb
    assert all(state.observe(seat).dabb == state.dabb for seat in range(rules.n_seats))


@both
def test_he_buries_as_many_as_the_dapp_had_face_down(rules: RuleSet) -> None:
    """« Le déclarant écarte alors un nombre de cartes égal à la taille du Dapp face cachée »"""
    state = taken_up(rules)
    assert not state.is_legal(BuryDone())
    done = buried(state)
    assert len(done.hand(0)) == rules.deal.hand
    assert done.observe(1).buried == ()
    assert done.observe(1).n_buried == rules.deal.dabb


@both
def test_their_card_points_are_added_to_the_declarers(rules: RuleSet) -> None:
    """« … leurs points de cartes s'ajoutent au total du déclarant »"""
    score = scored(rules, "1:70 0:130", bid=150, buried_points=40)
    assert score.declarer_total == 130 + 40 + 10
    assert score.scores[0] == 180


def test_trump_is_named_after_burying_by_showing_the_diss_or_by_word() -> None:
    """« Le déclarant annonce la couleur d'atout en montrant le Diss … ou en le déclarant
    verbalement. »
    """
    state = buried(taken_up(F3, "E7"))
    assert state.phase is Phase.TRUMP
    for suit in SUITS:
        assert state.apply(NameTrump(suit)).trump is suit


@both
def test_if_all_pass_the_dealer_must_play_at_150_or_deal_again(rules: RuleSet) -> None:
    """« … obligent le donneur à prendre le contrat à 150 (Zwangsspiel, «jeu forcé») ou à
    redistribuer. »
    """
    passes = " ".join(f"{seat}:weg" for seat in range(rules.n_seats))
    forced = auction(rules, passes)
    assert (forced.status, forced.declarer, forced.value) == ("forced", rules.n_seats - 1, 150)
    again = rules_with(rules.id, bidding={"nobody": "redeal"})
    assert auction(again, passes).status == "redeal"


# --- Annonces ------------------------------------------------------------------------------


def test_melds_are_laid_open_counted_and_taken_back_before_play() -> None:
    """« … chaque joueur pose ses annonces face visible …; ce n'est qu'après le décompte que les
    annonces reviennent en main pour le jeu »
    """
    state = declared(deal_with(F3, f"{FAMILY} | EA EZ EK EO EU"), trump="H", melds="best")
    assert state.phase is Phase.PLAY
    assert all(state.observe(seat).melds == state.melds for seat in range(3))
    assert [len(state.hand(seat)) for seat in range(3)] == [15, 15, 15]


@pytest.mark.parametrize(
    ("sentence", "hand", "points"),
    [
        ("Famille : 100 points dans une couleur non atout, plus 20", "EA EZ EK EO EU", 100 + 20),
        ("Famille : 150 points à l'atout, plus 40", FAMILY, 150 + 40),
        ("Quatre As = 100", of_rank("A"), 100),
        ("quatre Rois = 80", of_rank("K"), 80),
        ("quatre Obers = 60", of_rank("O"), 60),
        ("quatre Unters = 40", of_rank("U"), 40),
        ("un de chaque couleur (pas de doublons)", "EA EA SA HA", 0),
        ("Ober de Feuilles + Unter de Clochettes = 40 points", "SO BU", 40),
        ("double Binokel = 300", "SO SO BU BU", 300),
        ("Roi + Ober de la même couleur = 20 points", "SK SO", 20),
        ("40 points à l'atout", "HK HO", 40),
        ("Diss (7 d'atout) : 10 points", "H7", 10),
        ("un 7 d'une autre couleur", "E7", 0),
    ],
)
def test_what_melds_count(sentence: str, hand: str, points: int) -> None:
    """The list of melds; Cœur (Herz) is trump. A family's pair counts too."""
    assert melded(F3, hand, "H") == points, sentence


def test_a_trump_king_counts_in_the_family_and_in_the_pair() -> None:
    """« … un Roi d'atout peut compter à la fois dans une Famille … et dans une paire d'atout »"""
    assert melded(F3, FAMILY, "H") == 150 + 40
    state = do(buried(taken_up(F3, FAMILY)), NameTrump(Suit.H))
    assert state.is_legal(DeclareMelds(melds_of(F3, "family H, pair H", "H")))


def test_a_diss_is_exchanged_only_in_some_variants() -> None:
    """« Le Diss inférieur s'échange avec la carte d'atout retournée dans certaines variantes. »"""
    assert not declared(deal_with(F3, "H7"), trump="H").is_legal(ExchangeDix())
    two = rules_with("zu-zweit")
    state = play_to(deal_with(two, "EA H7 | EU", stock="| HU"), Phase.PLAY)
    assert played(state, "EA EU").is_legal(ExchangeDix())


# --- Phase de plis -------------------------------------------------------------------------


@both
def test_the_declarer_leads_to_the_first_trick(rules: RuleSet) -> None:
    """« Le déclarant entame le premier pli. »"""
    assert declared(deal_with(rules), 2).to_act == 2


def test_follow_else_trump_else_any_card() -> None:
    """« Obligation de fournir. Si vous ne pouvez pas, vous devez jouer atout. Si vous ne pouvez ni
    fournir ni jouer atout, jouez n'importe quelle carte. »
    """
    assert legal(F3, "EU HA SA", "EA", "H") == "EU"
    assert legal(F3, "HU SA B7", "EA", "H") == "HU"
    assert legal(F3, "SA B7", "EA", "H") == "SA B7"


def test_one_must_beat_every_card_played_so_far_if_possible() -> None:
    """« … vous devez jouer une carte supérieure à toute carte déjà jouée dans le pli, si vous en
    possédez une. »
    """
    assert legal(F3, "EA EZ EO", "EU EK", "H") == "EA EZ"
    assert legal(F3, "HA HU SA", "EA HK", "H") == "HA"
    assert legal(F3, "EO EU", "EK", "H") == "EO EU"


def test_the_highest_trump_wins_else_the_highest_card_of_the_led_suit() -> None:
    """« L'atout le plus fort remporte le pli ; sinon, … la plus forte de la couleur entamée »"""
    assert winner("EA H7 HU", "H") == 2
    assert winner("EK EA SA", "H") == 1


def test_the_first_of_two_aces_of_trumps_wins() -> None:
    """« … la première jouée l'emporte (… deux As d'atout dans le même pli) »"""
    assert winner("HA HA", "H") == 0
    assert winner("EA HA HA", "H") == 1


def test_the_winner_of_each_trick_leads_to_the_next() -> None:
    """« Le gagnant de chaque pli entame le suivant. »"""
    state = declared(deal_with(F3), trump="H")
    for n in range(1, 15):
        state = play_to(state, n_tricks=n)
        assert state.to_act == state.tricks[-1].winner


def test_three_players_play_15_tricks_four_play_10() -> None:
    """« Jouez les 15 plis (3 joueurs) ou les 10 plis (4 joueurs). »"""
    assert len(play_to(declared(deal_with(F3))).tricks) == 15
    assert len(play_to(declared(deal_with(F4))).tricks) == 10


@both
def test_the_last_trick_brings_10_points(rules: RuleSet) -> None:
    """« … plus un bonus de 10 points pour le gagnant du dernier pli »"""
    assert scored(rules, "0:160 1:80", bid=150).scores[:2] == (160, 90)


# --- Décompte ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rank", "points"), [("A", 88), ("Z", 80), ("K", 32), ("O", 24), ("U", 16), ("7", 0)]
)
def test_points_of_each_rank_in_the_deck(rank: str, points: int) -> None:
    """« As 11×8 = 88, Dix 10×8 = 80, Rois 4×8 = 32, Obers 3×8 = 24, Unters 2×8 = 16. »"""
    assert points_of(F3, [card for card in F3.cards if card.rank.letter == rank]) == points


def test_240_in_the_deck_and_250_with_the_last_trick() -> None:
    """« Total = 240 points ; le dernier pli ajoute 10, soit 250 points disponibles »"""
    assert points_of(F3, CARDS) * 2 == 240
    over = play_to(declared(deal_with(F3)))
    assert over.score is not None
    assert sum(over.score.card_points or ()) + sum(over.score.bonus or ()) == 250


@both
def test_the_declarer_makes_it_with_melds_and_tricks_of_at_least_his_bid(rules: RuleSet) -> None:
    """« Le déclarant réussit si annonces + points de plis capturés >= l'enchère. »"""
    assert scored(rules, "0:110 1:130", [40], bid=150).made is True
    assert scored(rules, "0:109 1:131", [40], bid=150).made is False


@both
def test_he_scores_what_he_has_made(rules: RuleSet) -> None:
    """« Le déclarant marque le total qu'il a effectivement réalisé. »"""
    assert scored(rules, "1:40 0:200", [100], bid=150).scores[0] == 310


def test_he_fails_and_loses_twice_the_bid_the_others_get_30_more() -> None:
    """« Le déclarant échoue : perd le double de l'enchère …; les défenseurs marquent leurs propres
    annonces plus un bonus standard de 30 points »
    """
    score = scored(F3, "0:100 1:80 2:60", [0, 40, 20], bid=200)
    assert score.scores == (-400, 40 + 80 + 30, 20 + 70 + 30)


def test_defenders_always_score_melds_and_tricks() -> None:
    """« Défenseurs … : marquent toujours leurs propres annonces plus les points de cartes qu'ils
    capturent dans les plis, que le déclarant ait réussi ou non son contrat. »
    """
    made = scored(F3, "0:160 1:50 2:30", [0, 40, 20], bid=150)
    assert made.scores[1:] == (40 + 50, 20 + 40)


def test_the_points_of_a_defending_pair_are_added() -> None:
    """« En partenariat, les scores de l'équipe défenderesse se cumulent. »"""
    assert scored(F4, "0:160 1:50 3:30", [0, 40, 0, 20], bid=150).scores[1] == 40 + 20 + 90


@pytest.mark.parametrize(("points", "written"), [(164, 160), (165, 170), (166, 170)])
def test_totals_are_rounded_to_the_nearest_ten_halves_up(points: int, written: int) -> None:
    """« Les totaux de manche sont arrondis à la dizaine la plus proche (les demis … au-dessus) »"""
    assert scored(F3, f"0:{points} 1:{240 - points}", bid=150).scores[0] == written


@pytest.mark.parametrize(("rules", "target"), [(F3, 1000), (F4, 500)])
def test_the_first_to_reach_1000_or_500_wins(rules: RuleSet, target: int) -> None:
    """« Le premier à atteindre 1000 points (3 joueurs) ou 500 points (4 joueurs) »"""
    rest = [0] * (rules.n_sides - 1)
    assert standing(rules, [DealResult(scores=(target, *rest))]).winners == (0,)
    assert not standing(rules, [DealResult(scores=(target - 10, *rest))]).finished


def test_if_several_pass_the_target_the_highest_total_wins() -> None:
    """« Si plusieurs joueurs dépassent l'objectif lors de la même donne, celui qui a le total le
    plus élevé gagne. »
    """
    assert standing(F3, [DealResult(scores=(1010, 1200, 1100))]).winners == (1,)


# --- Variantes, conseils -------------------------------------------------------------------


def test_six_play_in_two_teams_of_three() -> None:
    """« Sechser-Binokel … : Deux équipes de trois joueurs de chaque côté »"""
    assert find_ruleset("sechser").sides == ((0, 2, 4), (1, 3, 5))


def test_some_houses_add_bettel_and_durchmarsch() -> None:
    """« Certaines maisons ajoutent un «Bettel» … et un «Durchmarsch» … comme bonifications. »"""
    state = buried(taken_up(F3))
    for contract in (Contract.DURCH, Contract.BETTEL):
        refused = state.why_illegal(NameContract(contract))
        assert refused is not None
        assert refused.reason is Reason.CONTRACT_NOT_OFFERED
    house = rules_with("souabe-3", contracts={"durch": 1000, "bettel": 500})
    assert buried(taken_up(house)).is_legal(NameContract(Contract.BETTEL))


def test_with_40_cards_the_points_stay_the_same() -> None:
    """« … avec un jeu de 40 cartes … ; le décompte des points s'ajuste proportionnellement »"""
    small = rules_with(
        "souabe-3",
        deck={"sevens": False},
        deal={"hand": 12, "dabb": 4, "pattern": ["P4", "D4", "P4", "P4"]},
        melds={"dix": "off"},
    )
    assert points_of(small, small.cards) == 240


def test_family_four_aces_and_binokel_guarantee_240() -> None:
    """« Une main comprenant une Famille, un carré d'As et un Binokel garantit 240 points »"""
    assert melded(F3, f"{FAMILY} EA SA BA SO BU", "E") == 240 + 20


def test_an_ober_ranks_between_king_and_unter() -> None:
    """« Ober : … se classe entre le Roi et l'Unter. »"""
    assert winner("SO SK", "H") == 1
    assert winner("SO SU", "H") == 0


def test_the_dapp_has_3_or_8_cards() -> None:
    """« Dapp : Le talon de 3 ou 8 cartes posé face cachée et pris par le plus offrant. »"""
    assert (F3.deal.dabb, F4.deal.dabb) == (3, 8)
