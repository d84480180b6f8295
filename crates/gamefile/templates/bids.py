# A game of sealed bids. Change anything, then run: deathmatch game check FILE
game(
    id="bids", name="Prize Bids", version=1, by="your name",
    blurb="Bid your numbers in secret for prizes; each number can be used once.",
    # Hosts can change these for a match. `opt.turn_s` is the value in `play`, {turn_s} in the rules.
    options={
        "turn_s": seconds(60, "Time for each bid"),
        "top": whole(7, 3, 13, "The highest number, and the number of rounds"),
    },
    presets={"standard": {}, "short": {"top": 5}},
    state={"prizes": nobody},          # who sees what is kept in `s`; what is not named here is public
    score="points",                    # the entry of `s` that decides the match; a tie goes to the DMO
    orders="sealed",
)

# The game, straight from its start to its end. Keep everything in `s`: it is shown to each viewer without what is secret.
def play(s, opt, random):
    s.points, s.prize = both(0), None
    s.hand = each(lambda seat: list(range(1, opt.top + 1)))
    s.prizes = list(range(1, opt.top + 1))
    s.log = []
    for round in range(1, opt.top + 1):
        s.stage = f"Round {round}"     # shown above every picture
        s.prize = random.take(s.prizes)
        say(f"Round {round}: the prize is {plural(s.prize, 'point')}.")
        # Both are asked at once. What they are asked is made from a view `v`: the state as they may see it, with `v.seat`.
        bids = ask_both(
            orders=lambda v: v.hand[v.seat],
            question=lambda v: f"Which number do you bid for {plural(v.prize, 'point')}?",
            missing=lambda v: min(v.hand[v.seat]),
            seconds=opt.turn_s,
        )
        bid = {seat: int(bids[seat]) for seat in SEATS}
        for seat in SEATS:
            s.hand[seat].remove(bid[seat])
        winner = higher(bid)
        said = f"{name(EC)} bids {bid[EC]}, {name(DMO)} {bid[DMO]}: "
        s.log.append([round, s.prize, bid[EC], bid[DMO]])
        if winner:
            s.points[winner] += s.prize
            say(said + f"{name(winner)} gets {s.prize}.")
            if bid[winner] == bid[other(winner)] + 1 and s.prize > opt.top // 2:
                story(50, f"{name(winner)} won {plural(s.prize, 'point')} by a single one.")
        else:
            say(said + "nobody gets the prize.")
    s.prize = None

# The picture: blocks from top to bottom. It gets a view, too.
def scene(v):
    prize = counters([("up for bids", v.prize)]) if v.prize else None
    hands = [hand(f"{name(seat)} can bid", v.hand[seat], colour=seat) for seat in SEATS]
    return [prize] + hands + [table(v.log[-5:], head=["Round", "Prize", name(EC), name(DMO)])]

RULES = """
# 🎯 In short
Both hold the numbers 1 to {top}. Each round one prize of 1 to {top} points is drawn.
Both bid a number in secret. The higher bid gets the prize; equal bids get nothing. Every number can be used once.
More points after {top} rounds win; a tie goes to the DMO.
# ✍️ Your order
Write the number: `4`.
# 🏠 Rulings
! A bid that never comes is your lowest number.
"""

# Short matches that `check` plays: settings first, then orders, with words that must be told. `-` is no order.
EXAMPLES = [
    ["top=3", "ec 3", "dmo 1: {ec} bids 3, {dmo} 1: {ec} gets", "ec -", "dmo 3: {ec} bids 1, {dmo} 3"],
]
