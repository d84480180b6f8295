game(
    id="forehead", name="Forehead", version=1, by="Deathmatch",
    blurb="You see your rival's card and not your own: bet chips on whose is higher.",
    options={
        "turn_s": seconds(60, "Time for each decision"),
        "chips": whole(20, 2, 100, "Chips of each player"),
        "rounds": whole(20, 1, 60, "Rounds at most"),
    },
    presets={"standard": {}, "short": {"chips": 8, "rounds": 6}},
    state={"card": the_other, "deck": nobody},
    score="chips", orders="open",
)

def question(v):
    them = other(v.seat)
    return f"{name(them)} holds {v.card[them]}. {bet_cost(v)}"

def play(s, opt, random):
    chips_of(s, opt.chips)
    s.deck, s.shown = [], None
    for round in range(opt.rounds):
        if 0 in s.chips.values():
            return
        if not s.deck:
            s.deck = list(range(1, 11)) * 2
        first = SEATS[round % 2]
        s.card = {seat: random.take(s.deck) for seat in SEATS}
        s.stage, s.turn, s.shown = f"Round {round + 1}", first, None
        say(f"Round {round + 1}: both put in a chip. {name(first)} begins.")
        winner, folded, won = wager(s, first, opt.turn_s, question, worth=lambda seat: s.card[seat])
        if folded:
            say(f"{name(winner)} takes {won}.")
            if s.card[folded] == 10:
                penalty(s, folded, 10, "It was a 10")
                story(75, f"{name(folded)} folded a 10.")
            elif s.card[folded] > s.card[winner]:
                story(60, f"{name(winner)} bluffed with a {s.card[winner]}.")
        else:
            s.shown = s.card
            say(f"{versus(s.card, 'had')}. {pot_result(winner, won)}")

def imagine(v, random):
    return imagine_card(v, random, list(range(1, 11)) * 2)

def scene(v):
    def side(seat):
        return [text(name(seat), colour=seat), hand("Card", [v.card[seat]], colour=seat),
                counters([("chips", v.chips[seat]), ("stake", v.stake[seat])])]
    last = hand("Last showdown", [card(v.shown[seat], colour=seat) for seat in SEATS]) if v.shown else None
    return [sides(side), counters([("in the pot", in_pot(v))]), last]

RULES = """
# 🎯 In short
Both have {chips} chips. Each round both put in 1 and get a card from 1 to 10. You see only your rival's.
After a call, or when both check, the cards are shown. The higher takes the pot; equal cards leave it there.
If equal cards would leave a player without chips, both take their stakes back.
Folding gives the pot away. Folding a 10 costs 10 chips more, or all you have.
The match ends when a player has no chips, or after round {rounds}. More chips win; a tie goes to the DMO.
# ✍️ Your order
`raise 3` matches your rival's stake and adds 3. `call` matches it. `check` passes where the stakes are equal.
`fold` gives the pot away. Without an answer you fold, or check where that is free.
# 🏠 Rulings
! The players open in turn, the EC first. The opener may check; then the rival may check, too, or raise.
! Nobody bets if a player has no chips after the first chip. The cards are shown at once.
! The 10 chips for a folded 10 go to the rival. After a fold the cards stay hidden until the match is over.
! A pot that is left after the last round goes to nobody.
"""

EXAMPLES = [
    ["chips=5", "ec raise 1: raises by 1", "dmo fold: {dmo} folds."],
    ["rounds=1", "ec check", "dmo -: {dmo} checks."],
    # Equal cards and no chips left: the stakes go back.
    ["chips=5", "draw 7 7", "ec raise 4", "dmo call: both take their stakes back."],
]
