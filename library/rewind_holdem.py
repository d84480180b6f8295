game(
    id="rewind-holdem", name="Rewind Hold'em", version=1, by="Gold (Gold's Genius Game)",
    blurb="You see only your rival's card; fold to keep two cards and rewind a later round with them.",
    options={"turn_s": seconds(60, "Time for each decision"), "chips": whole(25, 5, 100, "Chips of each player")},
    presets={"standard": {}, "short": {"name": "Short, 10 chips", "chips": 10}},
    state={"card": the_other, "deck": nobody}, score="chips", orders="open",
)

DECK, FINES = list(range(1, 11)) * 4, {"high card": 0, "double": 5, "straight": 10, "triple": 10}
KINDS = {"high card": "", "double": "2", "straight": "straight", "triple": "3"}

def value(v, seat, own=None):
    """The value of a hand of three cards; in a straight 10 and 1 are neighbours."""
    return hand_value(v.open + [own or v.card[seat]], KINDS, ring=10)

def question(v):
    return f"{name(other(v.seat))} holds {v.card[other(v.seat)]}, you do not see yours. {bet_cost(v, 'open with a raise, or fold')}"

def settle(s, winner, folded, won):
    """A player who folds keeps the open cards and pays for a good hand; the loser of a rewound round pays more."""
    loser, kind = other(winner), each(lambda seat: value(s, seat)[1])
    shown = SEATS if not folded else [loser] if FINES[kind[loser]] else []
    if shown:
        s.last = [card(s.card[seat] if seat in shown else None, seat) for seat in SEATS] + [card(opened, "muted") for opened in s.open]
    if folded:
        s.kept[loser] = s.open
        say(f"{name(loser)} keeps the cards {listed(s.open)}. {name(winner)} wins {won} chips.")
        if value(s, loser) > value(s, winner):
            story(60, f"{name(winner)} took a pot of {won} with the worse hand.")
        if shown:
            penalty(s, loser, FINES[kind[loser]], f"It was a {kind[loser]}, with {s.card[loser]}")
            story(70, f"{name(loser)} folded a {kind[loser]}.")
        return
    say(f"{versus(each(lambda seat: f'{s.card[seat]}: {kind[seat]}'), 'shows')}. {pot_result(winner, won)}")
    if winner and s.rewound:
        paid = penalty(s, loser, won // 2, "The round was rewound")
        story(65, f"{name(winner)} won {won + paid} chips in a rewound round.")
    if winner and kind[winner] == kind[loser] and won >= 10:
        story(50, f"{name(winner)} won a pot of {won} with the higher {kind[winner]}.")

def play(s, opt, random):
    chips_of(s, opt.chips)
    s.deck, s.kept, s.last, round, first = [], each(lambda seat: []), None, 0, DMO
    def rewind(seat, order):
        s.open, s.kept[seat], s.rewound = s.kept[seat], [], seat
        say(f"⏪ {name(seat)} rewinds: the open cards are now {listed(s.open)}.")
    while 0 not in s.chips.values():
        round, s.stage = round + 1, f"Round {round + 1}"
        if len(s.deck) < 4:
            s.deck = DECK.copy()
            say("A new deck of 40 cards.")
        s.card, s.open, s.rewound = each(lambda seat: random.take(s.deck)), [random.take(s.deck) for place in range(2)], None
        say(f"Round {round}: the open cards are {listed(s.open)}. {name(first)} begins.")
        winner, folded, won = wager(
            s, first, opt.turn_s, question, lambda seat: value(s, seat), check=False, do=rewind,
            extra=lambda v: ["rewind"] if v.kept[v.seat] and not v.rewound and not to_call(v, v.seat) else [],
            label=lambda v, order: f"Rewind to {listed(v.kept[v.seat])}" if order == "rewind" else bet_label(v, order))
        settle(s, winner, folded, won)
        first = other(winner) if winner else first

def worth(v):
    """The chips after a call, where each card of one's own is as likely."""
    theirs = value(v, other(v.seat))
    return call_worth(v, [value(v, v.seat, own) > theirs for own in range(1, 11)], extra=50 if v.rewound else 0)

def imagine(v, random):
    return imagine_card(v, random, DECK, v.open)

def scene(v):
    def side(seat):
        kept = v.kept[seat] or [card("–", colour="muted", fill="sunk")]
        cards = row([hand(f"{name(seat)}'s card", [v.card[seat]], colour=seat), hand("Rewind cards", kept, colour="accent")])
        return [cards, counters([("in hand", v.chips[seat]), ("in the pot", v.stake[seat])])]
    opened = hand("Open cards, rewound" if v.rewound else "Open cards", v.open, colour="words")
    middle = column([row([opened, counters([("whole pot", in_pot(v))])])], lit=True)
    return [sides(side), middle, hand("Last hands shown, and the open cards", v.last) if v.last else None]

RULES = """
# 🎯 In short
Both have {chips} chips. The deck has four cards each of 1 to 10. A player without chips loses.
Each round both put in 1 chip and get one card, which only the rival sees. Two open cards belong to both.
Bet in turn. After a call, the better hand of three cards takes the pot.
# 🃏 Hands
Triple, then straight, then double, then high card. In a straight 10 and 1 are neighbours: 9-10-1 counts.
Between two hands of one kind the higher cards of that kind decide, then the rest.
# ✍️ Your order
`raise 3` puts 3 more than the rival's stake. `call` matches it and ends the betting. No answer is `fold`.
# ⏪ Folding and rewinding
If you fold, the two open cards become your rewind cards. Folding a triple or a straight costs 10 chips more, a double 5. The rival gets them.
`rewind` before the first bet of a round: your rewind cards replace the open cards and are used up.
If a rewound round is called, the loser pays half the pot more, rounded down.
# 🏠 Rulings
! The DMO bets first in round 1, later the loser of the last round. After a tie the same player bets first.
! The first bet is a raise or a fold. No raise exceeds the other's chips. Nobody bets once a player has none.
! A folded hand is shown only if it is fined. Fines and the extra are paid as far as there are chips.
! Equal hands: the pot stays for the next round. If somebody is out of chips, both take their stakes back.
! In 9-10-1 and 10-1-2 the 10 is the highest card. A new deck comes when fewer than 4 cards are left.
"""

EXAMPLES = [
    # Draws: the EC's card, the DMO's, two open ones. A fold keeps these; the loser begins, and may rewind.
    ["draw 5 2 6 4", "dmo -: {dmo} keeps the cards 6 and 4. {ec} wins 2 chips.", "draw 8 6 1 2", "dmo rewind: now 6 and 4.",
     "dmo raise 4", "ec call: pays 5 more."],
    ["draw 5 9 10 1", "dmo raise 2", "ec raise 3: holds 9.", "dmo call: {dmo} 9: straight. {dmo} takes 12."],
    ["draw 3 2 10 10", "dmo raise 1", "ec call: 2: double. {ec} takes 4.", "draw 1 9 1 5", "dmo raise 1", "ec fold: double, with 1: {ec} pays 5"],
    ["draw 8 8 2 3", "dmo raise 1", "ec call: Equal: 4 stay in the pot.", "draw 5 2 6 4", "dmo raise 1: the pot holds 7.",
     "ec call: {ec} shows 5: straight, {dmo} 2: high card. {ec} takes 8."],
    ["draw 8 8 2 3", "dmo raise 24", "ec call: both take their stakes back.", "dmo raise 24"], ["chips=5", "draw 7 2 3 1", "dmo fold: win ec"],
]
