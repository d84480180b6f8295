game(
    id="black-and-white", name="Black and White", version=1, by="after The Genius: Black Garnet",
    blurb="Lay numbered tiles face down; the other sees only their colour.",
    options={
        "play_s": seconds(40, "Time for each tile"),
        "top": whole(8, 4, 12, "The highest tile; there is one more tile than that"),
    },
    presets={"nine": {"name": "Nine tiles"}, "five": {"name": "Five tiles", "top": 4}},
    state={"tiles": owner, "laid": owner},
    score="points", unit="rounds won", orders="sealed",
)

def colour(tile):
    return "black" if tile % 2 == 0 else "white"

def lay(s, seat, opt):
    tile = int(ask(
        seat, sealed=True, seconds=opt.play_s,
        orders=lambda v: v.tiles[v.seat],
        missing=lambda v: min(v.tiles[v.seat]),
        label=lambda v, order: f"{order} ({colour(int(order))})",
        question=lambda v: f"A {v.open} tile lies there. Which tile do you answer with?" if v.open
                           else "You lead. Which tile do you lay?",
    ))
    s.tiles[seat].remove(tile)
    s.laid[seat].append(tile)
    s.colours[seat].append(colour(tile))
    s.open = colour(tile)
    say(f"{name(seat)} lays a {colour(tile)} tile.")
    return tile

def play(s, opt, random):
    s.tiles = each(lambda seat: list(range(opt.top + 1)))
    s.laid, s.colours = each(lambda seat: []), each(lambda seat: [])
    s.points, s.won = both(0), []
    leader = DMO
    for round in range(opt.top + 1):
        left = opt.top + 1 - round
        if abs(s.points[EC] - s.points[DMO]) > left:
            return
        s.stage, s.open = f"Round {round + 1}", None
        led = lay(s, leader, opt)
        answered = lay(s, other(leader), opt)
        if led == answered:
            say(f"Round {round + 1} is tied.")
            s.won.append("–")
            continue
        leader = leader if led > answered else other(leader)
        s.points[leader] += 1
        s.won.append(leader.upper())
        say(f"{name(leader)} wins round {round + 1}.")
        if abs(led - answered) >= 6:
            story(45, f"{name(leader)} won with {max(led, answered)} against {min(led, answered)}.")

def scene(v):
    def face(seat, number):
        tile = v.laid[seat][number] if v.laid[seat] else None
        dark = v.colours[seat][number] == "black"
        return card(tile if tile != None else "", fill="sunk" if dark else "light", back=v.colours[seat][number],
                    colour="words" if dark else "ec" if seat == EC else "dmo")
    def side(seat):
        shown = [face(seat, number) for number in range(len(v.colours[seat]))]
        own = hand(f"{name(seat)} holds", v.tiles[seat], colour=seat) if v.tiles[seat] else None
        return column([hand(f"{name(seat)} has laid", shown), own], seat=seat)
    return [side(EC), side(DMO), track(v.won) if v.won else None]

RULES = """
# 🎯 In short
Both hold tiles numbered from 0 to {top}. Even tiles are black, odd tiles are white.
Each round the leader lays a tile face down: everyone sees its colour, nobody its number. The other answers with a tile, also face down.
The higher number wins the round. Only who won is said; the numbers stay hidden until the end.
Whoever won leads the next round; after a tie the same player leads again. More rounds won wins the match.
# ✍️ Your order
Write the tile's number: `4`. You may change it until your {play_s} s are over.
# 🏠 Rulings
! The DMO leads the first round.
! A tile that never comes is your lowest one.
! The match ends as soon as one of you cannot be caught any more; a tie goes to the DMO.
"""

EXAMPLES = [
    ["top=4", "dmo 3: {dmo} lays a white tile.", "ec 4: {ec} wins round 1.", "ec 0", "dmo -: Round 2 is tied."],
]
