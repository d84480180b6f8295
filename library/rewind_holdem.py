game(
    id="rewind-holdem", name="Rewind Hold'em", version=1, by="Gold (Gold's Genius Game)",
    blurb="You see your rival's card, not your own; fold to keep two cards and rewind a later round with them.",
    options={
        "turn_s": seconds(60, "Time for each decision"),
        "chips": whole(25, 5, 100, "Chips of each player"),
    },
    presets={"standard": {}, "short": {"name": "Short, 10 chips", "chips": 10}},
    state={"card": the_other, "deck": nobody},
    score="chips", orders="open",
)

DECK = list(range(1, 11)) * 4
KINDS = ["high card", "double", "straight", "triple"]
FINES = {"triple": 10, "straight": 10, "double": 5}
STRAIGHTS = [sorted([low, low % 10 + 1, (low + 1) % 10 + 1]) for low in range(1, 11)]

def rank(opened, card):
    """How good a hand of three cards is: their kind, the cards of that kind, the rest."""
    cards = opened + [card]
    counts = [(cards.count(card), card) for card in cards]
    kind = 2 if sorted(cards) in STRAIGHTS else {1: 0, 2: 1, 3: 3}[max(counts)[0]]
    return [kind] + [card for count, card in sorted(counts, reverse=True)]

def kind_of(s, seat):
    return KINDS[rank(s.open, s.card[seat])[0]]

def rewind(v):
    """The first bet of a round may come after a rewind."""
    return ["rewind"] if v.kept[v.seat] and not v.rewound and to_call(v, v.seat) == 0 else []

def label(v, order):
    return f"Rewind to {listed(v.kept[v.seat])}" if order == "rewind" else bet_label(v, order)

def question(v):
    rival, owed = other(v.seat), to_call(v, v.seat)
    cost = f"calling costs {owed}" if owed else "open with a raise, or fold"
    return f"{name(rival)} holds {v.card[rival]}, you do not see yours. Pot {in_pot(v)}: {cost}."

def fold(s, loser, won):
    winner, kind, s.kept[loser] = other(loser), kind_of(s, loser), s.open
    say(f"{name(loser)} keeps {listed(s.open)}. {name(winner)} takes {won}.")
    if rank(s.open, s.card[loser]) > rank(s.open, s.card[winner]):
        story(60, f"{name(winner)} took a pot of {won} with the worse hand.")
    if kind in FINES:
        fine = hand_over(s, loser, FINES[kind])
        s.last = [s.card[loser] if seat == loser else None for seat in SEATS] + s.open
        say(f"It was a {kind}, with {s.card[loser]}! {name(loser)} pays {fine} more.")
        story(70, f"{name(loser)} folded a {kind}.")

def show_hands(s, winner, won):
    s.last = [s.card[EC], s.card[DMO]] + s.open
    said = ", ".join([f"{name(seat)} shows {s.card[seat]}: {kind_of(s, seat)}" for seat in SEATS])
    if not winner:
        out = "somebody is out of chips: both take their stakes back"
        return say(f"{said}. Equal" + (f": {won} chips stay in the pot." if won else f", and {out}."))
    loser = other(winner)
    say(f"{said}. {name(winner)} takes {won}!")
    if s.rewound:
        paid = hand_over(s, loser, won // 2)
        say(f"The round was rewound: {name(loser)} pays {paid} more.")
        story(65, f"{name(winner)} won {won + paid} chips in a rewound round.")
    if kind_of(s, winner) == kind_of(s, loser) and won >= 10:
        story(50, f"{name(winner)} won a pot of {won} with the higher {kind_of(s, winner)}.")

def play(s, opt, random):
    chips_of(s, opt.chips)
    s.deck, s.kept, s.round, s.last, first = [], each(lambda seat: []), 0, None, DMO
    def rewound(seat, order):
        s.open, s.kept[seat], s.rewound = s.kept[seat], [], seat
        say(f"⏪ {name(seat)} rewinds: the open cards are now {listed(s.open)}.")
    while 0 not in s.chips.values():
        s.round += 1
        s.stage = f"Round {s.round}"
        if len(s.deck) < 4:
            s.deck = DECK.copy()
            say("A new deck of 40 cards.")
        s.card = {seat: random.take(s.deck) for seat in SEATS}
        s.open, s.rewound = [random.take(s.deck) for place in range(2)], None
        say(f"Round {s.round}: the open cards are {listed(s.open)}. {name(first)} begins.")
        winner, folded, won = wager(s, first, opt.turn_s, question, lambda seat: rank(s.open, s.card[seat]), check=False,
                                    extra=rewind, do=rewound, label=label)
        if folded:
            fold(s, folded, won)
        else:
            show_hands(s, winner, won)
        first = other(winner) if winner else first

def worth(v):
    """The share of all chips after a call, where each card of one's own is as likely."""
    theirs, most = rank(v.open, v.card[other(v.seat)]), max(v.stake.values())
    wins = len([card for card in range(1, 11) if rank(v.open, card) > theirs])
    mine = 10 * (v.chips[v.seat] + v.stake[v.seat] - most) + wins * (v.pot + 2 * most)
    return 20 * mine // (sum(v.chips.values()) + in_pot(v)) - 100

def imagine(v, random):
    left = random.shuffled(without(DECK, v.open + [v.card[other(v.seat)]]))
    return {"card": {v.seat: left.pop()}, "deck": left}

def scene(v):
    def side(seat):
        kept = v.kept[seat] or [card("–", colour="muted", fill="sunk")]
        cards = [hand(f"{name(seat)}'s card", [v.card[seat]], colour=seat), hand("Rewind cards", kept, colour="accent")]
        return [row(cards), counters([("chips", v.chips[seat]), ("stake", v.stake[seat])])]
    opened = hand("Open cards, rewound" if v.rewound else "Open cards", v.open, colour="words")
    middle = column([row([opened, counters([("in the pot", in_pot(v))])])], lit=True)
    shown = [card(each, colour) for each, colour in zip(v.last or [], [EC, DMO, "muted", "muted"])]
    last = hand("Last hands shown, and the open cards", shown)
    return [sides(side), middle, last if v.last else None]

RULES = """
# 🎯 In short
Both have {chips} chips. The deck has four cards each of 1 to 10. A player without chips loses.
Each round both put 1 chip into the pot and get one card, which only the rival sees. Two open cards belong to both.
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
! The first bet is a raise or a fold. Nobody can raise beyond the other's chips, or bet after a last chip as the ante.
! A hand that is fined for folding is shown, no other. Fines and the extra are paid as far as there are chips.
! Equal hands: the pot stays for the next round. If somebody is out of chips, both take back their stakes instead.
! In 9-10-1 and 10-1-2 the 10 is the highest card. A new deck comes when fewer than 4 cards are left.
"""

EXAMPLES = [
    # Draws: the EC's card, the DMO's, two open ones. Straights beat high cards; the rest decides between two doubles.
    ["draw 5 2 6 4", "dmo raise 1", "ec call: {ec} shows 5: straight, {dmo} shows 2: high card. {ec} takes 4!"],
    ["draw 5 9 10 1", "dmo raise 2", "ec raise 3: the pot holds 9.", "dmo call: shows 9: straight. {dmo} takes 12!"],
    ["draw 3 2 10 10", "dmo raise 1", "ec call: {ec} shows 3: double, {dmo} shows 2: double. {ec} takes 4!"],
    # A fold keeps the open cards; the loser begins; a good hand is fined, as far as there are chips.
    ["draw 5 2 6 4", "dmo -: {dmo} keeps 6 and 4. {ec} takes 2.", "dmo raise 1"],
    ["draw 7 2 3 1", "dmo fold: It was a straight, with 2! {dmo} pays 10 more."],
    ["draw 1 9 1 5", "dmo raise 1", "ec fold: It was a double, with 1! {ec} pays 5 more."],
    ["chips=5", "draw 7 2 3 1", "dmo fold: win ec"],
    # A rewind changes the open cards; if the round is called, the loser pays half the pot more.
    ["draw 5 2 6 4", "dmo fold", "draw 8 6 1 2", "dmo rewind: now 6 and 4.", "dmo raise 4", "ec call: pays 5 more."],
    # Equal hands: the pot stays; the same player begins. Out of chips, both take their stakes back.
    ["draw 8 8 2 3", "dmo raise 1", "ec call: Equal: 4 chips stay in the pot.", "dmo raise 1: the pot holds 7."],
    ["draw 8 8 2 3", "dmo raise 24", "ec call: both take their stakes back.", "dmo raise 24"],
]
