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

def rank(cards):
    """How good three cards are: their kind, the cards of that kind, the rest."""
    counts = [(cards.count(card), card) for card in cards]
    kind = 2 if sorted(cards) in STRAIGHTS else {1: 0, 2: 1, 3: 3}[max(counts)[0]]
    return [kind] + [card for count, card in sorted(counts, reverse=True)]

def rank_of(s, seat):
    return rank(s.open + [s.card[seat]])

def kind_of(s, seat):
    return KINDS[rank_of(s, seat)[0]]

def most_raise(v):
    return min(v.chips[v.seat] - to_call(v, v.seat), v.chips[other(v.seat)])

def orders(v):
    """Raise, call or fold; the first bet of a round may come after a rewind."""
    raises = [up_to("raise", most_raise(v))] if most_raise(v) > 0 else []
    if to_call(v, v.seat) > 0:
        return ["call"] + raises + ["fold"]
    rewind = ["rewind"] if v.kept[v.seat] and not v.rewound else []
    return raises + rewind + ["fold"]

def label(v, order):
    cards = " and ".join([str(card) for card in v.kept[v.seat]])
    notes = {
        "call": f"Call: pay {to_call(v, v.seat)}", "fold": "Fold", "raise": "Raise by …",
        "rewind": f"Rewind to {cards}",
    }
    return notes.get(order, order.capitalize())

def question(v):
    rival, owed = other(v.seat), to_call(v, v.seat)
    cost = f"calling costs {owed}" if owed else "open with a raise, or fold"
    return f"{name(rival)} holds {v.card[rival]}, you do not see yours. Pot {in_pot(v)}: {cost}."

def deal(s, random):
    if len(s.deck) < 4:
        s.deck = list(range(1, 11)) * 4
        say("A new deck of 40 cards.")
    s.card = {seat: random.take(s.deck) for seat in SEATS}
    s.open = [random.take(s.deck) for place in range(2)]
    s.rewound = None

def bet(s, first, turn_s):
    """Betting until a call or a fold; gives who folded, if anybody."""
    seat = first
    while True:
        order = ask(seat, orders, question, seconds=turn_s, missing="fold", label=label)
        if order == "rewind":
            s.open, s.kept[seat], s.rewound = s.kept[seat], [], seat
            say(f"⏪ {name(seat)} rewinds: the open cards are now {s.open[0]} and {s.open[1]}.")
            continue
        if order == "fold":
            return seat
        owed = to_call(s, seat)
        if order == "call":
            pay(s, seat, owed)
            say(f"{name(seat)} calls {owed}.")
            return None
        pay(s, seat, owed + number(order))
        everything = ", all in" if s.chips[seat] == 0 else ""
        say(f"{name(seat)} raises by {number(order)}{everything}. The pot holds {in_pot(s)}.")
        seat = other(seat)

def hand_over(s, payer, count):
    """Chips from one to the other, as far as there are any."""
    count = min(count, s.chips[payer])
    s.chips[payer] -= count
    s.chips[other(payer)] += count
    return count

def fold(s, loser):
    """The pot goes over; the open cards are kept; a good hand costs more."""
    winner, kind = other(loser), kind_of(s, loser)
    won = take_pot(s, winner)
    s.kept[loser] = s.open
    say(f"{name(loser)} folds and keeps {s.open[0]} and {s.open[1]}. {name(winner)} takes {won}.")
    if rank_of(s, loser) > rank_of(s, winner):
        story(60, f"{name(winner)} took a pot of {won} with the worse hand.")
    if kind in FINES:
        fine = hand_over(s, loser, FINES[kind])
        s.last = [s.card[loser] if seat == loser else None for seat in SEATS] + s.open
        say(f"It was a {kind}, with {s.card[loser]}! {name(loser)} pays {fine} more.")
        story(70, f"{name(loser)} folded a {kind}.")

def show_hands(s):
    """The showdown; gives the loser, if there is one."""
    s.last = [s.card[EC], s.card[DMO]] + s.open
    ranks = each(lambda seat: rank_of(s, seat))
    said = ", ".join([f"{name(seat)} shows {s.card[seat]}: {kind_of(s, seat)}" for seat in SEATS])
    winner = higher(ranks)
    if not winner:
        return tie(s, said)
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

def tie(s, said):
    if 0 in s.chips.values():
        for seat in SEATS:
            s.chips[seat] += s.stake[seat]
            s.stake[seat] = 0
        say(f"{said}. Equal, and somebody is out of chips: both take their stakes back.")
    else:
        take_pot(s, None)
        say(f"{said}. Equal: {s.pot} chips stay in the pot.")
    return None

def play_round(s, opt, random, first):
    """One round; gives who begins the next one."""
    deal(s, random)
    for seat in SEATS:
        pay(s, seat, 1)
    say(f"Round {s.round}: the open cards are {s.open[0]} and {s.open[1]}. {name(first)} begins.")
    loser = None if 0 in s.chips.values() else bet(s, first, opt.turn_s)
    if loser:
        fold(s, loser)
        return loser
    return show_hands(s) or first

def play(s, opt, random):
    chips_of(s, opt.chips)
    s.deck, s.kept, s.round, s.last = [], each(lambda seat: []), 0, None
    first = DMO
    while 0 not in s.chips.values():
        s.round += 1
        s.stage = f"Round {s.round}"
        first = play_round(s, opt, random, first)

def imagine(v, random):
    left = random.shuffled(list(range(1, 11)) * 4)
    for card in v.open + [v.card[other(v.seat)]]:
        left.remove(card)
    return {"card": {v.seat: left.pop()}, "deck": left}

def scene(v):
    def side(seat):
        kept = [card(each, colour="accent") for each in v.kept[seat]] or [card("–", colour="muted", fill="sunk")]
        return column([
            row([hand(f"{name(seat)}'s card", [card(v.card[seat], colour=seat)]), hand("Rewind cards", kept)]),
            counters([("chips", v.chips[seat]), ("stake", v.stake[seat])]),
        ], seat=seat)
    opened = hand("Open cards, rewound" if v.rewound else "Open cards", [card(each, colour="words") for each in v.open])
    middle = column([row([opened, counters([("in the pot", in_pot(v))])])], lit=True)
    return [row([side(EC), side(DMO)]), middle, last_hands(v.last) if v.last else None]

def last_hands(last):
    colours = [EC, DMO, "muted", "muted"]
    return hand("Last hands shown, and the open cards", [card(last[place], colour=colours[place]) for place in range(4)])

RULES = """
# 🎯 In short
Both have {chips} chips. The deck has 40 cards, four each of 1 to 10.
Each round both put 1 chip into the pot and get one card, which only the rival sees. Two open cards belong to both.
Bet in turn. After a call, the better hand of three cards takes the pot. A player without chips loses.
# 🃏 Hands
Triple, then straight, then double, then high card. In a straight 10 and 1 are neighbours: 9-10-1 counts.
Between two hands of one kind the higher cards of that kind decide, then the rest.
# ✍️ Your order
`raise 3` puts 3 more than the rival's stake. `call` matches it and ends the betting. `fold` gives the pot away.
You have {turn_s} s. Without an answer you fold.
# ⏪ Folding and rewinding
If you fold, the two open cards become your rewind cards. They replace older ones.
Folding a triple or a straight costs 10 chips more, a double 5. The rival gets them.
`rewind` before the first bet of a round: your rewind cards replace the open cards and are used up.
If a rewound round is called, the loser pays half the pot more, rounded down.
# 🏠 Rulings
! The DMO bets first in round 1, later the loser of the last round. After a tie the same player bets first.
! The first bet is a raise or a fold. Nobody can raise beyond the other's chips.
! A hand that is fined for folding is shown. Other folded cards stay hidden.
! Fines and the extra are paid as far as there are chips.
! Equal hands: the pot stays for the next round. If somebody is out of chips, both take back their stakes instead.
! If the first chip of a round was a player's last, nobody bets and the hands are shown at once.
! In 9-10-1 and 10-1-2 the 10 is the highest card. A new deck comes when fewer than 4 cards are left.
"""

# Round 1 by seed: 0 EC 5, DMO 2, open 6 4; 3 DMO 2, open 3 1; 8 EC 3, DMO 2, open 10 10; 16 DMO 9, open 10 1; 19 both 5, open 3 5.
EXAMPLES = [
    # A straight beats a high card; 9-10-1 is one; the rest decides between two doubles.
    ["seed=0", "dmo raise 1", "ec call: {ec} shows 5: straight, {dmo} shows 2: high card. {ec} takes 4!"],
    ["seed=16", "dmo raise 2", "ec raise 3: The pot holds 9.", "dmo call: {dmo} shows 9: straight. {dmo} takes 12!"],
    ["seed=8", "dmo raise 1", "ec call: {ec} shows 3: double, {dmo} shows 2: double. {ec} takes 4!"],
    # A fold keeps the open cards; the loser begins; a good hand is fined, as far as there are chips.
    ["seed=0", "dmo -: {dmo} folds and keeps 6 and 4. {ec} takes 2.", "dmo raise 1"],
    ["seed=3", "dmo fold: It was a straight, with 2! {dmo} pays 10 more."],
    ["seed=4", "dmo raise 1", "ec fold: It was a double, with 1! {ec} pays 5 more."],
    ["seed=3", "chips=5", "dmo fold: win ec"],
    # A rewind changes the open cards; if the round is called, the loser pays half the pot more.
    ["seed=0", "dmo fold", "dmo rewind: the open cards are now 6 and 4.", "dmo raise 4", "ec call: The round was rewound"],
    # Equal hands: the pot stays; the same player begins. Out of chips, both take their stakes back.
    ["seed=19", "dmo raise 1", "ec call: Equal: 4 chips stay in the pot.", "dmo raise 1: The pot holds 7."],
    ["seed=19", "dmo raise 24", "ec call: both take their stakes back.", "dmo raise 24"],
]
