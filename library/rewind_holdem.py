game(
    id="rewind-holdem", name="Rewind Hold'em", version=1, by="Gold (Gold's Genius Game)",
    blurb="You see your rival's card, not your own; fold to keep two cards and rewind a later round with them.",
    options={
        "turn_s": seconds(30, "Time for each decision"),
        "chips": whole(25, 5, 100, "Chips of each player"),
    },
    presets={"standard": {}, "short": {"name": "Short, 10 chips", "chips": 10}},
    state={"card": the_other, "deck": nobody},
    score="chips", orders="open",
)

KINDS = ["high card", "double", "straight", "triple"]
FINES = {"triple": 10, "straight": 10, "double": 5}
STRAIGHTS = [sorted([low, low % 10 + 1, (low + 1) % 10 + 1]) for low in range(1, 11)]

def rank(s, seat):
    """How good a hand of three cards is: their kind, the cards of that kind, the rest."""
    cards = s.open + [s.card[seat]]
    counts = [(cards.count(card), card) for card in cards]
    kind = 2 if sorted(cards) in STRAIGHTS else {1: 0, 2: 1, 3: 3}[max(counts)[0]]
    return [kind] + [card for count, card in sorted(counts, reverse=True)]

def kind_of(s, seat):
    return KINDS[rank(s, seat)[0]]

def rewind(v):
    """The first bet of a round may come after a rewind."""
    return ["rewind"] if v.kept[v.seat] and not v.rewound and to_call(v, v.seat) == 0 else []

def label(v, order):
    cards = " and ".join([str(card) for card in v.kept[v.seat]])
    return {"call": f"Call: pay {to_call(v, v.seat)}", "rewind": f"Rewind to {cards}"}.get(order)

def question(v):
    rival, owed = other(v.seat), to_call(v, v.seat)
    cost = f"calling costs {owed}" if owed else "open with a raise, or fold"
    return f"{name(rival)} holds {v.card[rival]}, you do not see yours. Pot {in_pot(v)}: {cost}."

def deal(s, random):
    if len(s.deck) < 4:
        s.deck = list(range(1, 11)) * 4
        say("A new deck of 40 cards.")
    s.card = {seat: random.take(s.deck) for seat in SEATS}
    s.open, s.rewound = [random.take(s.deck) for place in range(2)], None

def fold(s, loser):
    """The pot goes over; the open cards are kept; a good hand costs more."""
    winner, kind = other(loser), kind_of(s, loser)
    won = take_pot(s, winner)
    s.kept[loser] = s.open
    say(f"{name(loser)} keeps {s.open[0]} and {s.open[1]}. {name(winner)} takes {won}.")
    if rank(s, loser) > rank(s, winner):
        story(60, f"{name(winner)} took a pot of {won} with the worse hand.")
    if kind in FINES:
        fine = hand_over(s, loser, FINES[kind])
        s.last = [s.card[loser] if seat == loser else None for seat in SEATS] + s.open
        say(f"It was a {kind}, with {s.card[loser]}! {name(loser)} pays {fine} more.")
        story(70, f"{name(loser)} folded a {kind}.")

def show_hands(s):
    """The showdown; gives the loser, if there is one."""
    s.last = [s.card[EC], s.card[DMO]] + s.open
    ranks = each(lambda seat: rank(s, seat))
    said = ", ".join([f"{name(seat)} shows {s.card[seat]}: {kind_of(s, seat)}" for seat in SEATS])
    winner = higher(ranks)
    if not winner and 0 in s.chips.values():
        s.chips, s.stake = each(lambda seat: s.chips[seat] + s.stake[seat]), both(0)
        return say(f"{said}. Equal, and somebody is out of chips: both take their stakes back.")
    if not winner:
        return say(f"{said}. Equal: {take_pot(s, None)} chips stay in the pot.")
    loser, extra = other(winner), in_pot(s) // 2 if s.rewound else 0
    won = take_pot(s, winner)
    say(f"{said}. {name(winner)} takes {won}!")
    if extra:
        paid = hand_over(s, loser, extra)
        say(f"The round was rewound: {name(loser)} pays {paid} more.")
        story(65, f"{name(winner)} won {won + paid} chips in a rewound round.")
    if ranks[winner][0] == ranks[loser][0] and won >= 10:
        story(50, f"{name(winner)} won a pot of {won} with the higher {kind_of(s, winner)}.")
    return loser

def bet(s, first, seconds):
    """Betting after at most one rewind; gives who folded, if anybody."""
    if 0 in s.chips.values():
        return None
    folded = betting(s, first, seconds, question, extra=rewind, check=False, label=label)
    if folded != (first, "rewind"):
        return folded
    s.open, s.kept[first], s.rewound = s.kept[first], [], first
    say(f"⏪ {name(first)} rewinds: the open cards are now {s.open[0]} and {s.open[1]}.")
    return bet(s, first, seconds)

def play(s, opt, random):
    chips_of(s, opt.chips)
    s.deck, s.kept, s.round, s.last, first = [], each(lambda seat: []), 0, None, DMO
    while 0 not in s.chips.values():
        s.round += 1
        s.stage = f"Round {s.round}"
        deal(s, random)
        for seat in SEATS:
            pay(s, seat, 1)
        say(f"Round {s.round}: the open cards are {s.open[0]} and {s.open[1]}. {name(first)} begins.")
        loser = bet(s, first, opt.turn_s)
        if loser:
            fold(s, loser)
        first = loser or show_hands(s) or first

def imagine(v, random):
    left = random.shuffled(list(range(1, 11)) * 4)
    for card in v.open + [v.card[other(v.seat)]]:
        left.remove(card)
    return {"card": {v.seat: left.pop()}, "deck": left}

def scene(v):
    def shown(cards, colours):
        return [card(each, colour=colour) for each, colour in zip(cards, colours)]
    def side(seat):
        kept = shown(v.kept[seat], ["accent"] * 2) or [card("–", colour="muted", fill="sunk")]
        return column([
            row([hand(f"{name(seat)}'s card", shown([v.card[seat]], [seat])), hand("Rewind cards", kept)]),
            counters([("chips", v.chips[seat]), ("stake", v.stake[seat])]),
        ], seat=seat)
    opened = hand("Open cards, rewound" if v.rewound else "Open cards", shown(v.open, ["words"] * 2))
    middle = column([row([opened, counters([("in the pot", in_pot(v))])])], lit=True)
    last = hand("Last hands shown, and the open cards", shown(v.last or [], [EC, DMO, "muted", "muted"]))
    return [row([side(EC), side(DMO)]), middle, last if v.last else None]

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
If you fold, the two open cards become your rewind cards. They replace older ones.
Folding a triple or a straight costs 10 chips more, a double 5. The rival gets them.
`rewind` before the first bet of a round: your rewind cards replace the open cards and are used up.
If a rewound round is called, the loser pays half the pot more, rounded down.
# 🏠 Rulings
! The DMO bets first in round 1, later the loser of the last round. After a tie the same player bets first.
! The first bet is a raise or a fold. Nobody can raise beyond the other's chips.
! A hand that is fined for folding is shown, no other. Fines and the extra are paid as far as there are chips.
! Equal hands: the pot stays for the next round. If somebody is out of chips, both take back their stakes instead.
! If the first chip of a round was a player's last, nobody bets and the hands are shown at once.
! In 9-10-1 and 10-1-2 the 10 is the highest card. A new deck comes when fewer than 4 cards are left.
"""

# Round 1 by seed: 0 EC 5, DMO 2, open 6 4; 3 DMO 2, open 3 1; 8 EC 3, DMO 2, open 10 10; 16 DMO 9, open 10 1; 19 equal.
EXAMPLES = [
    # A straight beats a high card; 9-10-1 is one; the rest decides between two doubles.
    ["seed=0", "dmo raise 1", "ec call: {ec} shows 5: straight, {dmo} shows 2: high card. {ec} takes 4!"],
    ["seed=16", "dmo raise 2", "ec raise 3: the pot holds 9.", "dmo call: {dmo} shows 9: straight. {dmo} takes 12!"],
    ["seed=8", "dmo raise 1", "ec call: {ec} shows 3: double, {dmo} shows 2: double. {ec} takes 4!"],
    # A fold keeps the open cards; the loser begins; a good hand is fined, as far as there are chips.
    ["seed=0", "dmo -: {dmo} keeps 6 and 4. {ec} takes 2.", "dmo raise 1"],
    ["seed=3", "dmo fold: It was a straight, with 2! {dmo} pays 10 more."],
    ["seed=4", "dmo raise 1", "ec fold: It was a double, with 1! {ec} pays 5 more."],
    ["seed=3", "chips=5", "dmo fold: win ec"],
    # A rewind changes the open cards; if the round is called, the loser pays half the pot more.
    ["seed=0", "dmo fold", "dmo rewind: the open cards are now 6 and 4.", "dmo raise 4", "ec call: was rewound"],
    # Equal hands: the pot stays; the same player begins. Out of chips, both take their stakes back.
    ["seed=19", "dmo raise 1", "ec call: Equal: 4 chips stay in the pot.", "dmo raise 1: the pot holds 7."],
    ["seed=19", "dmo raise 24", "ec call: both take their stakes back.", "dmo raise 24"],
]
