game(
    id="rewind-holdem", name="Rewind Hold'em", version=1, by="Gold (Gold's Genius Game)",
    blurb="You see only your rival's card; fold to keep two cards and rewind a later round with them.",
    options={"turn_s": seconds(60, "Time for each decision"),
             "chips": whole(25, 5, 100, "Chips of each player")},
    presets={"standard": {}, "short": {"name": "Short, 10 chips", "chips": 10}},
    state={"card": the_other, "deck": nobody}, score="chips", orders="open",
)

DECK = list(range(1, 11)) * 4
KINDS, FINES = ["high card", "double", "straight", "triple"], [0, 5, 10, 10]

def rank(v, seat, own=None):
    """How good a hand of three cards is: its kind, the cards of that kind, the rest."""
    a, b, c = sorted(v.open + [own or v.card[seat]])
    straight = b == a + 1 and c == b + 1 or a == 1 and c == 10 and b in (2, 9)
    kind = 3 if a == c else 1 if b in (a, c) else 2 if straight else 0
    return (kind, b, a + c, 0) if kind == 1 else (kind, c, b, a)

def label(v, order):
    return f"Rewind to {listed(v.kept[v.seat])}" if order == "rewind" else bet_label(v, order)

def question(v):
    rival, owed = other(v.seat), to_call(v, v.seat)
    cost = f"calling costs {owed}" if owed else "open with a raise, or fold"
    return f"{name(rival)} holds {v.card[rival]}, you do not see yours. Pot {in_pot(v)}: {cost}."

def fold(s, loser, won):
    """The loser keeps the open cards, and pays for a good hand."""
    winner, kind, s.kept[loser] = other(loser), rank(s, loser)[0], s.open
    say(f"{name(loser)} keeps {listed(s.open)}. {name(winner)} takes {won}.")
    if rank(s, loser) > rank(s, winner):
        story(60, f"{name(winner)} took a pot of {won} with the worse hand.")
    if FINES[kind]:
        show(s, [loser])
        fine = hand_over(s, loser, FINES[kind])
        say(f"It was a {KINDS[kind]}, with {s.card[loser]}!" + (f" {name(loser)} pays {fine} more." if fine else ""))
        story(70, f"{name(loser)} folded a {KINDS[kind]}.")

def show(s, seats):
    s.last = [card(s.card[seat] if seat in seats else None, seat) for seat in SEATS]
    s.last += [card(opened, "muted") for opened in s.open]

def compare(s, winner, won):
    """Both show their hands; the loser of a rewound round pays more."""
    kind, loser = each(lambda seat: KINDS[rank(s, seat)[0]]), other(winner)
    show(s, SEATS)
    shown = ", ".join([f"{name(seat)} shows {s.card[seat]}: {kind[seat]}" for seat in SEATS])
    say(f"{shown}. {pot_result(winner, won)}")
    if winner and s.rewound:
        paid = hand_over(s, loser, won // 2)
        say(f"The round was rewound: {name(loser)} pays {paid} more." if paid else "The round was rewound.")
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
        round += 1
        s.stage = f"Round {round}"
        if len(s.deck) < 4:
            s.deck = DECK.copy()
            say("A new deck of 40 cards.")
        s.card = {seat: random.take(s.deck) for seat in SEATS}
        s.open, s.rewound = [random.take(s.deck) for place in range(2)], None
        say(f"Round {round}: the open cards are {listed(s.open)}. {name(first)} begins.")
        winner, folded, won = wager(
            s, first, opt.turn_s, question, lambda seat: rank(s, seat), check=False, do=rewind, label=label,
            extra=lambda v: ["rewind"] if v.kept[v.seat] and not v.rewound and not to_call(v, v.seat) else [])
        if folded:
            fold(s, folded, won)
        else:
            compare(s, winner, won)
        first = other(winner) if winner else first

def worth(v):
    """The chance to win with the chips after a call, where each card of one's own is as likely."""
    theirs, most = rank(v, other(v.seat)), max(v.stake.values())
    wins = len([card for card in range(1, 11) if rank(v, v.seat, card) > theirs])
    left, pot = v.chips[v.seat] + v.stake[v.seat] - most, v.pot + 2 * most
    extra, whole = pot // 2 if v.rewound else 0, sum(v.chips.values()) + in_pot(v)
    lost = [(100 - 100 * max(0, min(chips, whole)) // whole) ** 3 for chips in [left + pot + extra, left - extra]]
    return 100 - (wins * lost[0] + (10 - wins) * lost[1]) // 50000

def imagine(v, random):
    left = random.shuffled(without(DECK, v.open + [v.card[other(v.seat)]]))
    return {"card": {v.seat: left.pop()}, "deck": left}

def scene(v):
    def side(seat):
        kept = v.kept[seat] or [card("–", colour="muted", fill="sunk")]
        cards = row([hand(f"{name(seat)}'s card", [v.card[seat]], colour=seat),
                     hand("Rewind cards", kept, colour="accent")])
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
If you fold, the two open cards become your rewind cards.
Folding a triple or a straight costs 10 chips more, a double 5. The rival gets them.
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
    ["draw 5 2 6 4", "dmo raise 1", "ec call: {ec} shows 5: straight, {dmo} shows 2: high card. {ec} takes"],
    ["draw 5 2 6 4", "dmo -: {dmo} keeps 6 and 4. {ec} takes 2.", "draw 8 6 1 2", "dmo rewind: now 6 and 4.",
     "dmo raise 4", "ec call: pays 5 more."],
    ["draw 5 9 10 1", "dmo raise 2", "ec raise 3: holds 9.", "dmo call: shows 9: straight. {dmo} takes 12."],
    ["draw 3 2 10 10", "dmo raise 1", "ec call: 3: double, {dmo} shows 2: double. {ec} takes 4."],
    # A good hand is fined, as far as there are chips.
    ["draw 1 9 1 5", "dmo raise 1", "ec fold: It was a double, with 1! {ec} pays 5 more."],
    ["chips=5", "draw 7 2 3 1", "dmo fold: win ec"],
    ["draw 8 8 2 3", "dmo raise 1", "ec call: Equal: 4 stay in the pot.", "dmo raise 1: the pot holds 7."],
    ["draw 8 8 2 3", "dmo raise 24", "ec call: both take their stakes back.", "dmo raise 24"],
]
