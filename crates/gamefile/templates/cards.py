# A game of cards and chips. Change anything, then run: deathmatch game check FILE
game(
    id="one-card", name="One Card", version=1, by="your name",
    blurb="You each hold one card; bet chips on whose is higher.",
    options={
        "turn_s": seconds(60, "Time for each decision"),
        "chips": whole(12, 3, 100, "Chips of each player"),
        "rounds": whole(12, 1, 60, "Rounds at most"),
    },
    state={"card": owner, "deck": nobody},      # `s.card` is a dict by seat: each sees its own
    score="chips",
)

def question(v):
    owed = to_call(v, v.seat)
    cost = f"calling costs {owed}" if owed else "checking costs nothing"
    return f"You hold {v.card[v.seat]}. The pot holds {in_pot(v)}; {cost}."

def play(s, opt, random):
    chips_of(s, opt.chips)                      # s.chips and s.stake by seat, and s.pot
    s.shown = None
    for round in range(opt.rounds):
        if 0 in s.chips.values():
            return                              # the score decides
        s.stage, s.shown = f"Round {round + 1}", None
        s.deck = list(range(1, 14))
        s.card = {seat: random.take(s.deck) for seat in SEATS}   # draw when you need it: an undo draws again
        first = SEATS[round % 2]
        say(f"Round {round + 1}: both put in a chip. {name(first)} begins.")
        # Ante, fold, check, call, raise, all in; the last argument is what is compared.
        winner, folded, won = wager(s, first, opt.turn_s, question, lambda seat: s.card[seat])
        if not folded:
            s.shown = s.card
            say(f"{name(EC)} shows {s.card[EC]}, {name(DMO)} {s.card[DMO]}.")
        say(f"{name(winner)} takes {won}.")
        if folded and s.card[folded] > s.card[winner]:
            story(60, f"{name(winner)} won with the lower card.")

def scene(v):
    def side(seat):
        cards = v.shown or v.card
        return column([
            text(name(seat), colour=seat),
            hand("Card", [card(cards[seat], colour=seat)]),
            counters([("chips", v.chips[seat]), ("at stake", v.stake[seat])]),
        ], seat=seat)
    return [row([side(EC), side(DMO)]), counters([("in the pot", in_pot(v))])]

RULES = """
# 🎯 In short
Both have {chips} chips. Each round both put 1 into the pot and get a card from 1 to 13, which only they see.
Bet in turn. After a call, or when both check, the higher card takes the pot; who folds gives it away.
It is over when somebody has no chips, or after round {rounds}. More chips win; a tie goes to the DMO.
# ✍️ Your order
`raise 3`, `call`, `check` or `fold`. Without an answer you check, or fold where that is not free.
# 🏠 Rulings
! The EC opens odd rounds, the DMO even ones. After a fold the cards stay hidden.
"""

EXAMPLES = [
    ["draw 4 9", "ec check", "dmo check: {ec} shows 4, {dmo} 9."],         # chance gives the EC 4, then the DMO 9
    ["chips=5", "ec raise 2: {ec} raises by 2", "dmo fold: {ec} takes 4."],
    ["rounds=1", "ec check: {ec} checks.", "dmo -: {dmo} checks."],
]
