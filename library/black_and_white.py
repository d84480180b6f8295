game(
    id="black-and-white", name="Black and White", version=1, by="the makers of The Genius: Black Garnet",
    blurb="Lay numbered tiles face down; the other sees only their colour.",
    options={
        "play_s": seconds(60, "Time for each tile"),
        "top": whole(8, 4, 12, "The highest tile; there is one more tile than that"),
    },
    presets={"nine": {"name": "Nine tiles"}, "five": {"name": "Five tiles", "top": 4}},
    state={"tiles": owner, "laid": owner},
    score="points", unit="rounds won", orders="sealed",
)

def colour(tile):
    return "black" if tile % 2 == 0 else "white"

def lay(s, seat, opt):
    tile = s.tiles[seat][0] if len(s.tiles[seat]) == 1 else int(ask(
        seat, sealed=True, seconds=opt.play_s,
        orders=lambda v: v.tiles[v.seat],
        missing=lambda v: min(v.tiles[v.seat]),
        label=lambda v, order: f"{order} ({colour(int(order))})",
        hint=lambda v, said: f"You have laid {listed(v.laid[v.seat])}." if v.laid[v.seat] else None,
        question=lambda v: f"{f'A {v.open} tile lies there.' if v.open else 'You lead.'} Which tile do you lay?",
    ))
    s.tiles[seat].remove(tile)
    s.laid[seat].append(tile)
    s.colours[seat].append(colour(tile))
    s.open = colour(tile)
    say(f"{name(seat)} lays a {colour(tile)} tile.")

def play(s, opt, random):
    s.tiles = each(lambda seat: list(range(opt.top + 1)))
    s.laid, s.colours = each(lambda seat: []), each(lambda seat: [])
    s.points, s.won = both(0), []
    leader = DMO
    for round in range(opt.top + 1):
        left = opt.top + 1 - round
        if abs(s.points[EC] - s.points[DMO]) > left:
            return say(f"{name(higher(s.points))} cannot be caught: {plural(left, 'round')} left.")
        s.stage, s.open = f"Round {round + 1}", None
        lay(s, leader, opt)
        lay(s, other(leader), opt)
        led, answered = s.laid[leader][-1], s.laid[other(leader)][-1]
        if led == answered:
            say(f"Round {round + 1} is tied.")
            s.won.append(None)
            continue
        leader = leader if led > answered else other(leader)
        s.points[leader] += 1
        s.won.append(leader)
        say(f"{name(leader)} wins round {round + 1}.")
        if abs(led - answered) >= 6:
            story(45, f"{name(leader)} won with {max(led, answered)} against {min(led, answered)}.")

def worth(v):
    """Rounds won and the tiles that are left; nothing while a tile lies open."""
    return None if v.open else 10 * v.points[v.seat] + 2 * sum(v.tiles[v.seat]) - 50

def imagine(v, random):
    """The rival's tiles by lot, of the colours and results that were seen."""
    rival, own = other(v.seat), v.laid[v.seat]
    def fits(at, tile):
        won = higher({rival: tile, v.seat: own[at]}) if at < len(v.won) else None
        return colour(tile) == v.colours[rival][at] and (at >= len(v.won) or won == v.won[at])
    places = list(range(len(v.colours[rival])))
    laid = deal(random, places, list(range(len(v.tiles[v.seat] + own))), fits)
    return {"tiles": {rival: without(range(len(v.tiles[v.seat] + own)), laid.values())},
            "laid": {rival: [laid[at] for at in places]}}

def scene(v):
    def face(side, tile=""):
        ink, fill = ("words", "sunk") if side == "black" else ("sunk", "words")
        return card(tile, colour=ink, fill=fill, back=side)
    def side(seat):
        laid = [face(*pair) for pair in zip(v.colours[seat], v.laid[seat] or [""] * len(v.colours[seat]))]
        held = [face(colour(tile), tile) for tile in v.tiles[seat] or []]
        holds = hand(f"{name(seat)} holds", held) if held else None
        return [hand(f"{name(seat)} has laid", laid), holds]
    won = [square(seat=seat) if seat else square("–", colour="muted") for seat in v.won]
    title = text("Rounds won", size="small", colour="muted")
    return [sides(side, below=True)] + ([title, track(won)] if won else [])

RULES = """
# 🎯 In short
Both hold tiles numbered from 0 to {top}. Even tiles are black, odd tiles are white.
Each round the leader lays a tile face down: everyone sees its colour, nobody its number. Then the other.
The higher number wins the round. Only who won is said; the numbers stay hidden until the end.
The winner leads the next round; after a tie the same player leads again. More rounds won win the match.
# ✍️ Your order
Write the tile's number: `4`. Once laid, a tile stays. Your last tile is laid for you.
# 🏠 Rulings
! The DMO leads the first round.
! A tile that never comes is your lowest one.
! The match ends as soon as the lead is larger than the number of rounds left. A tie goes to the DMO.
"""

EXAMPLES = [
    ["dmo 0", "ec 1", "ec 2", "dmo 1", "ec 4", "dmo 2", "ec 5", "dmo 3", "ec 0", "dmo 4", "dmo 6", "ec 6", "dmo 7",
     "ec 7: {ec} cannot be caught: 2 rounds left."],
    ["top=4", "dmo 3: {dmo} lays a white tile.", "ec 4: {ec} wins round 1.", "ec 0", "dmo -: 2 is tied."],
]
