game(
    id="monorail", name="Monorail", version=1, by="The Genius: Black Garnet",
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

SIZE, STATIONS = (25, 25), ["m13", "n13"]
WORDS = {"n": "up", "s": "down", "w": "left", "e": "right"}
SHOWN = {"we": "━", "ns": "┃", "ne": "┗", "nw": "┛", "se": "┏", "sw": "┓"}

def line_ends(v):
    """Empty cells that continue the line of this turn."""
    first, last = [best(v.line, key=lambda cell: grid.cell(cell)) for best in [min, max]]
    sides = "nswe" if first == last else "ns" if first[0] == last[0] else "we"
    ends = [beside(first if side in "nw" else last, side, SIZE) for side in sides]
    return [cell for cell in ends if cell and cell not in v.tiles]

def first_tile(v):
    rim = {near for cell in v.tiles for near in grid.near(cell, SIZE) if near not in v.tiles}
    tiles = [(cell, ways) for cell in sorted(rim) for ways in [fitting(v.tiles, cell, SIZE)] if ways]
    return (tiles if v.left else []) + (["impossible"] if v.line or not v.left else [])

def next_tile(v):
    return ["done"] + [f"{cell}-{tile}" for cell in line_ends(v) for tile in fitting(v.tiles, cell, SIZE)]

def way(v):
    """Where the train leaves each new tile, for any number of tiles."""
    return [tuple([list(WORDS.values())] * count) for count in range(1, v.left + 1)] + ["give up"]

def label(v, order):
    cell, tile = (order.replace("-", " ").split() + [""])[:2]
    if tile in SHOWN:
        return f"{cell} {SHOWN[tile]} {WORDS[tile[0]]} and {WORDS[tile[1]]}"
    fits = [SHOWN[tile] for tile in fitting(v.tiles, cell, SIZE)] if grid.cell(cell) else []
    return (cell, f"fits {' '.join(fits)}") if fits else None

def is_loop(tiles):
    path, end, side = drive(tiles, STATIONS[1], "e", SIZE)
    return end == STATIONS[1] and len(path) == len(tiles)

def lay_line(s, seat, order, opt):
    s.line, s.by = [], seat
    while order != "done":
        cell, tile = order.replace("-", " ").split()
        s.tiles[cell] = tile
        s.left -= 1
        s.line.append(cell)
        if len(s.line) == 3 or not s.left or is_loop(s.tiles):
            return
        order = ask(seat, next_tile, lambda v: f"Continue the line of {' '.join(v.line)}, or end your turn?",
                    label=label, seconds=opt.more_s, missing="done")

def shown_track(tiles, ways):
    """The tiles with the new ones, or None where the train runs off the rails."""
    tiles = tiles.copy()
    for word in ways:
        path, cell, side = drive(tiles, STATIONS[1], "e", SIZE)
        fit = fitting(tiles, cell, SIZE) if cell and cell not in tiles else []
        tile = [tile for tile in fit if {WORDS[way] for way in tile} == {WORDS[OPPOSITE[side]], word}]
        if not tile:
            return None
        tiles[cell] = tile[0]
    return tiles

def call(s, seat, opt):
    """The winner after the call that no track is possible."""
    rival = other(seat)
    say(f"{name(seat)} calls: impossible! {name(rival)} has {s.left} tiles to prove the opposite.")
    question = "Show the track: leave the right station, and say where the train leaves each new tile; a track that does not close loses. Or give up?"
    order = ask(rival, way, question, seconds=opt.show_s, missing="give up")
    shown = shown_track(s.tiles, order.split()) if order != "give up" else None
    proved = bool(shown) and is_loop(shown)
    s.tiles = shown if proved else s.tiles
    tried = "gives up" if order == "give up" else "closes the track" if proved else "shows no closed track"
    say(f"{name(rival)} {tried}. The call {'fails' if proved else 'wins'}.")
    unproved = f"{name(rival)} showed no closed track after a call, with {s.left} tiles to lay."
    story(65, f"{name(rival)} refuted a call of impossible." if proved else unproved)
    return rival if proved else seat

def play(s, opt, random):
    s.tiles, s.left, s.line, s.by = {cell: "we" for cell in STATIONS}, opt.tiles, [], None
    s.stage, count = "Two stations", 0
    seat = who_begins(opt, "Do you lay first or second?", opt.turn_s)
    say(f"{name(seat)} lays first, with {opt.tiles} tiles on the pile.")
    while not is_loop(s.tiles):
        count += 1
        s.stage = f"Turn {count}"
        order = ask(seat, first_tile, lambda v: f"Your turn, {v.left} tiles left: where do you lay one?", label=label,
                    seconds=opt.turn_s, reserve=True)
        if order == "impossible":
            win(call(s, seat, opt))
        lay_line(s, seat, order, opt)
        line = ", ".join([f"{cell} {'–'.join([WORDS[way] for way in s.tiles[cell]])}" for cell in s.line])
        say(f"{name(seat)} lays {line}. {'The track is closed!' if is_loop(s.tiles) else f'{s.left} tiles are left.'}")
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
        stop = [("circle", 50, 50, 20, "accent")] if station else []
        return square(fill=ground, shapes=road(v.tiles[cell], ink, ground) + stop, alt=v.tiles[cell])
    return [grid_of(SIZE, on, part=part), counters([("tiles left", v.left), ("on the table", len(v.tiles))])]

RULES = """
# 🎯 In short
Two stations lie on m13 and n13, with a straight track across both. {tiles} more tiles lie on the pile.
Each is laid as a straight or as a curve.
Lay the tile that closes **one loop through every tile on the table**, and you win.
# 🛤️ A turn
Lay 1 to 3 tiles as one unbroken straight line of new tiles. At least one touches a tile that lay there before.
Rails must meet rails, and blank sides must meet blank sides. The tiles of a line need not be joined by rail.
# 🚫 Impossible
Instead of laying, call *impossible* right after your rival's turn. Your rival then lays any remaining tiles alone.
If that closes the loop through every tile, your rival wins; otherwise you win.
# ✍️ Your order
First a tile that touches the table: `m14 ns`. The letters name the two sides of its rail: n, s, w, e.
Then `m15-se` for each further tile at an end of the line, or `done`.
To show a track, follow the train out of the right station. Write where it leaves each new tile: `up left left down`.
# 🏠 Rulings
! A further tile that is late ends the turn. A wrong track fails, and so does none.
! When the pile is empty, the next player has to call impossible.
"""

EXAMPLES = [
    # The smallest loop has six tiles; a blank side meets a blank side below the stations.
    ["dmo first: {dmo} lays first", "dmo o13 sw", "dmo o14-nw", "dmo done: o13 down–left, o14 up–left",
     "ec n14 we", "ec m14-we", "ec l14-ne: {ec} lays n14 left–right, m14 left–right, l14 up–right.", "dmo l13 se: win dmo"],
    ["dmo first", "dmo o13 sw", "dmo done", "ec impossible: calls: impossible!", "dmo left left left up right: The call fails."],
    ["dmo second", "ec m14 we", "ec -: No order came from {ec} in time, so `done` counts."],
    # A call that wins: the loop cannot go through a tile whose rail is cut off; a wrong track fails.
    ["dmo second: {ec} lays first", "ec m14 we", "ec m15-we", "ec done", "dmo impossible", "ec -: The call wins."],
    ["dmo first", "dmo o13 sw", "dmo done", "ec impossible", "dmo down up: win ec"],
]
