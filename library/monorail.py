game(
    id="monorail", name="Monorail", version=1, by="the makers of The Genius: Black Garnet",
    blurb="Lay the tile that closes one track through every tile, or prove that nobody can.",
    options={
        "turn_s": seconds(60, "Time for the first tile of a turn"),
        "more_s": seconds(60, "Time for each further tile of the line"),
        "show_s": seconds(120, "Time to show the finished track after `impossible`"),
        "tiles": whole(20, 8, 24, "Tiles besides the two stations"),
        "reserve_s": reserve(300),
    },
    presets={"standard": {"name": "Twenty tiles"}, "show": {"name": "The show's sixteen tiles", "tiles": 16}},
    advantage="chooses who begins", orders="open",
)

SIZE, STATIONS, MOST = (25, 25), ["m13", "n13"], 5
SIDES = {"n": "North", "s": "South", "w": "West", "e": "East"}
RAILS = {"we": "━ west-east straight", "ns": "┃ north-south straight", "ne": "┗ north-east curve",
         "nw": "┛ north-west curve", "se": "┏ south-east curve", "sw": "┓ south-west curve"}

def first_tile(v):
    rim = {near for cell in v.tiles for near in grid.near(cell, SIZE) if near not in v.tiles}
    tiles = [(cell, [spelt(tile, tile[::-1]) for tile in ways]) for cell in sorted(rim)
             for ways in [fitting(v.tiles, cell, SIZE)] if ways]
    return (tiles if v.left else []) + (["impossible"] if v.line or not v.left else [])

def next_tile(v):
    first, last = [best(v.line, key=lambda cell: grid.cell(cell)) for best in [min, max]]
    sides = "nswe" if first == last else "ns" if first[0] == last[0] else "we"
    ends = [beside(first if side in "nw" else last, side, SIZE) for side in sides]
    return ["done"] + [spelt(f"{cell} {tile}", f"{cell} {tile[::-1]}") for cell in ends
                       if cell and cell not in v.tiles for tile in fitting(v.tiles, cell, SIZE)]

def label(v, order):
    cell, tile = (order.split() + [""])[:2]
    if tile in RAILS:
        return f"{cell} {RAILS[tile]}"
    fits = [RAILS[tile][0] for tile in fitting(v.tiles, cell, SIZE)] if grid.cell(cell) else []
    return (cell, f"fits {' '.join(fits)}") if fits else None

def is_loop(tiles):
    path, end, side = drive(tiles, STATIONS[1], "e", SIZE)
    return end == STATIONS[1] and len(path) == len(tiles)

def lay_line(s, seat, order, opt):
    s.line, s.by = [], seat
    while order != "done":
        cell, tile = order.split()
        s.tiles[cell], s.left = tile, s.left - 1
        s.line.append(cell)
        say(f"{name(seat)} lays a {RAILS[tile][2:]} on {cell}.")
        if len(s.line) == 3 or not s.left or is_loop(s.tiles):
            return
        order = ask(seat, next_tile, lambda v: f"Continue the line of {' '.join(v.line)}, or say `done`?",
                    label=label, seconds=opt.more_s, missing="done")

def onward(tiles):
    """The tiles with the next one of the track, by the side at which the train leaves it."""
    path, cell, side = drive(tiles, STATIONS[1], "e", SIZE)
    fits = [tile for tile in fitting(tiles, cell, SIZE) if OPPOSITE[side] in tile] if cell and cell not in tiles else []
    return {tile.replace(OPPOSITE[side], ""): dict(list(tiles.items()) + [(cell, tile)]) for tile in fits}

def tracks(tiles, most):
    """The sides at which the train can leave the next tiles."""
    return [(side, [""] + tracks(after, most - 1)) for side, after in (onward(tiles) if most else {}).items()]

def closing(v):
    """The beginning of a track that closes, if a short search towards its other end finds one."""
    goal, found = drive(v.tiles, STATIONS[0], "w", SIZE)[1] or "a1", [([], v.tiles)]
    for count in range(v.left):
        found = [(sides + [side], after) for sides, tiles in found for side, after in onward(tiles).items()]
        for sides, tiles in found:
            if is_loop(tiles):
                return [" ".join(sides[:MOST])]
        found = sorted(found, key=lambda track: grid.distance(drive(track[1], STATIONS[1], "e", SIZE)[1] or "z25", goal))[:5]
    return ["give up"]

def call(s, seat, opt):
    """The winner after the call that no track is possible."""
    rival, order, s.line, s.by = other(seat), "", [], other(seat)
    say(f"{name(seat)} calls: impossible! {name(rival)} has {plural(s.left, 'tile')} to prove the opposite.")
    while order != "give up" and s.left and onward(s.tiles):
        order = ask(rival, lambda v: tracks(v.tiles, min(v.left, MOST)) + ["give up"],
                    lambda v: f"Show the track{' on' if v.line else ''}: by which side does the train leave each new tile?",
                    label=SIDES, seconds=opt.more_s if s.line else opt.show_s, missing="give up", ideas=closing)
        for side in order.replace("give up", "").split():
            s.tiles, s.left = onward(s.tiles)[side], s.left - 1
            s.line.append(list(s.tiles)[-1])
    through, proved = len(drive(s.tiles, STATIONS[1], "e", SIZE)[0]), is_loop(s.tiles)
    tried = f"shows a track that ends on {s.line[-1]}, through {through} of {len(s.tiles)} tiles" if s.line else "gives up"
    tried = "closes the track" if proved else tried
    say(f"{name(rival)} {tried}. The call {'fails' if proved else 'wins'}.")
    story(65, f"{name(rival)} {'refuted' if proved else 'could not refute'} a call of impossible.")
    return rival if proved else seat

def play(s, opt, random):
    s.tiles, s.left, s.line, s.by, s.stage, count = {cell: "we" for cell in STATIONS}, opt.tiles, [], None, "Two stations", 0
    seat = who_begins(opt, "Do you lay first or second?", opt.turn_s)
    say(f"{name(seat)} lays first, with {opt.tiles} tiles on the pile.")
    while not is_loop(s.tiles):
        s.stage, count = f"Turn {count + 1}", count + 1
        order = ask(seat, first_tile, lambda v: f"Your turn, {plural(v.left, 'tile')} left: which tile do you lay, and where?",
                    label=label, seconds=opt.turn_s, reserve=True)
        if order == "impossible":
            win(call(s, seat, opt))
        lay_line(s, seat, order, opt)
        say("The track is closed!" if is_loop(s.tiles) else f"{plural(s.left, 'tile')} left.")
        seat = other(seat)
    story(65, f"{name(other(seat))} closed a track of {len(s.tiles)} tiles.")
    win(other(seat))

def scene(v):
    xs, ys = [[grid.cell(cell)[axis] for cell in v.tiles] for axis in [0, 1]]
    part = (max(min(xs) - 3, 0), max(min(ys) - 2, 0), min(max(xs) + 3, 24), min(max(ys) + 2, 24))
    def on(at):
        cell = grid.name(at)
        if cell not in v.tiles:
            return square(fill="panel")
        station = cell in STATIONS
        ink, ground = "accent" if station else v.by if cell in v.line else "neutral", "light" if station else "raised"
        track = road(v.tiles[cell], ink, ground) + ([("circle", 50, 50, 20, "accent")] if station else [])
        return square(fill=ground, shapes=track, alt=RAILS[v.tiles[cell]][2:])
    return [grid_of(SIZE, on, part=part), counters([("tiles left", v.left), ("on the table", len(v.tiles))])]

RULES = """
# 🎯 In short
Two stations lie on m13 and n13, with a straight track across both. {tiles} tiles, each straight or curved, lie on the pile.
Lay the tile that closes **one loop through every tile on the table**, and you win.
# 🛤️ A turn
Lay 1 to 3 tiles as one unbroken straight line of new tiles. At least one touches a tile that lay there before.
Rails must meet rails, and blank sides must meet blank sides. The tiles of a line need not be joined by rail.
# 🚫 Impossible
Instead of laying, call *impossible* right after your rival's turn. Your rival then lays remaining tiles alone, and wins by closing the loop through every tile; otherwise you win.
# ✍️ Your order
First a tile that touches the table: `o13 sw`. Its rail joins two sides, in any order: n (up), s (down), w (left), e (right).
Then `o14 nw` for each further tile at an end of the line, or `done`.
To show a track, follow the train east out of n13: the side by which it leaves each new tile, up to five at once: `s w w w n`.
# 🏠 Rulings
! A further tile that is late ends the turn. A track that does not close fails, and so does none.
! When the pile is empty, the next player has to call impossible.
"""

EXAMPLES = [
    ["dmo first: {dmo} lays first", "dmo o13 sw", "dmo o14 nw: {dmo} lays a north-west curve on o14.", "dmo done: 18 tiles left.",
     "ec n14 ew", "ec m14 we", "ec l14-en: 15 tiles left.", "dmo l13 es: win dmo"],
    ["dmo first", "dmo o13 sw", "dmo done", "ec impossible: calls: impossible!", "dmo w w", "dmo wne: The call fails."],
    ["dmo second: {ec} lays first", "ec m14 we", "ec m15 we", "ec -: No order came from {ec} in time, so `done` counts.",
     "dmo impossible", "ec -: {ec} gives up. The call wins."],
    ["dmo first", "dmo o13 sw", "dmo done", "ec impossible", "dmo n: refused", "dmo w s", "dmo give up: ends on n14, through 4 of 5 tiles."],
]
