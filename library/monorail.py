game(
    id="monorail", name="Monorail", version=1, by="The Genius: Black Garnet",
    blurb="Lay the tile that closes one track through every tile, or prove that nobody can.",
    options={
        "turn_s": seconds(60, "Time for the first tile of a turn"),
        "more_s": seconds(40, "Time for each further tile of the line"),
        "show_s": seconds(120, "Time to show the finished track after `impossible`"),
        "tiles": whole(20, 8, 24, "Tiles besides the two stations"),
        "reserve_s": reserve(300),
    },
    presets={"standard": {"name": "Twenty tiles"}, "show": {"name": "The show's sixteen tiles", "tiles": 16}},
    advantage="chooses who begins", orders="open",
)

SIZE = (25, 25)
STATIONS = [(12, 12), (13, 12)]
STEPS = {"n": (0, -1), "s": (0, 1), "w": (-1, 0), "e": (1, 0)}
BACK = {"n": "s", "s": "n", "w": "e", "e": "w"}
TILES = ["we", "ns", "ne", "nw", "se", "sw"]
WORDS = {"n": "up", "s": "down", "w": "left", "e": "right"}
WAYS = ["up", "down", "left", "right"]
SIDE = {WORDS[side]: side for side in WORDS}

def beside(cell, side):
    return (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])

def fits(tiles, cell, tile):
    """Whether rails meet rails and blank sides meet blank sides."""
    near = [(side, tiles.get(beside(cell, side))) for side in STEPS]
    return all((side in tile) == (BACK[side] in there) for side, there in near if there)

def fitting(tiles, cell):
    return [tile for tile in TILES if fits(tiles, cell, tile)]

def rim(v):
    """Empty cells beside the tiles."""
    return sorted({near for cell in v.tiles for near in grid.near(cell, SIZE) if near not in v.tiles})

def line_ends(v):
    """Empty cells that continue the line of this turn."""
    line = v.line
    steps = [(line[1][0] - line[0][0], line[1][1] - line[0][1])] if len(line) > 1 else [(1, 0), (0, 1)]
    ends = [cell for dx, dy in steps for cell in [
        (min(line)[0] - abs(dx), min(line)[1] - abs(dy)), (max(line)[0] + abs(dx), max(line)[1] + abs(dy))]]
    return [cell for cell in ends if grid.on(cell, SIZE) and cell not in v.tiles]

def first_tile(v):
    tiles = [(grid.name(cell), ways) for cell in rim(v) for ways in [fitting(v.tiles, cell)] if ways]
    return (["impossible"] if v.line or not v.left else []) + (tiles if v.left else [])

def next_tile(v):
    return ["done"] + [f"{grid.name(cell)}-{tile}" for cell in line_ends(v) for tile in fitting(v.tiles, cell)]

def way(v):
    """Where the train leaves each new tile, for any number of tiles."""
    return ["give up"] + [tuple([WAYS] * count) for count in range(1, v.left + 1)]

def drawn(tile):
    return f"Straight, {WORDS[tile[0]]} and {WORDS[tile[1]]}" if tile in ["we", "ns"] else f"Curve, {WORDS[tile[0]]} and {WORDS[tile[1]]}"

def label(v, order):
    cell, *tile = order.replace("-", " ").split()
    return f"{cell}: {drawn(tile[0])}" if tile else {"impossible": "Impossible!", "done": "End the turn"}.get(cell, f"Lay a tile on {cell}")

def question(v):
    call = " Or call: impossible?" if v.line else ""
    return f"Your turn, {v.left} tiles left: where do you lay one?{call}" if v.left else "No tile is left. Call: impossible!"

def train(tiles, cell, side):
    """The cells from a tile on, leaving it by a side, up to an empty cell or the start; and the side of the last step."""
    path, at = [cell], beside(cell, side)
    while at in tiles and at != cell:
        path.append(at)
        side = tiles[at].replace(BACK[side], "")
        at = beside(at, side)
    return path, at, side

def is_loop(tiles):
    path, end, side = train(tiles, STATIONS[1], "e")
    return end == STATIONS[1] and len(path) == len(tiles)

def lay(s, cell, tile):
    s.tiles[cell] = tile
    s.left -= 1
    s.line.append(cell)

def lay_line(s, seat, first, opt):
    """Lays the first tile, and up to two more in its line."""
    cell, tile = first.split()
    lay(s, grid.cell(cell), tile)
    while len(s.line) < 3 and s.left and not is_loop(s.tiles):
        order = ask(
            seat, orders=next_tile, label=label, seconds=opt.more_s, missing="done",
            question=lambda v: f"Continue the line of {' '.join([grid.name(cell) for cell in v.line])}, or end your turn?",
        )
        if order == "done":
            break
        cell, tile = order.split("-")
        lay(s, grid.cell(cell), tile)

def shown(tiles, ways):
    """The table with the new tiles, or None where the train runs off the rails."""
    tiles = tiles.copy()
    for word in ways:
        path, cell, side = train(tiles, STATIONS[1], "e")
        tile = [tile for tile in TILES if BACK[side] in tile and SIDE[word] in tile and side != BACK[SIDE[word]]]
        if cell in tiles or not tile or not fits(tiles, cell, tile[0]):
            return None
        tiles[cell] = tile[0]
    return tiles

def call(s, seat, opt):
    """The winner after the call that no track is possible any more."""
    rival = other(seat)
    say(f"{name(seat)} calls: impossible! {name(rival)} has {s.left} tiles to prove the opposite.")
    order = ask(
        rival, orders=way, seconds=opt.show_s, missing="give up",
        question="Show the track: leave the right station, and say where the train leaves each new tile. Or give up?",
    )
    track = shown(s.tiles, order.split()) if order != "give up" else None
    proved = track is not None and is_loop(track)
    s.tiles = track if proved else s.tiles
    tried = f"{name(rival)} {'gives up' if order == 'give up' else 'closes the track' if proved else 'fails to close the track'}"
    say(f"{tried}. The call was {'wrong' if proved else 'right'}.")
    s.moment = f"{name(rival)} refuted a call of impossible." if proved else f"{name(seat)} saw that no track was left, with {s.left} tiles to lay."
    return rival if proved else seat

def turn(s, seat, opt):
    """One turn; the winner, if it gives one."""
    order = ask(seat, orders=first_tile, question=question, label=label, seconds=opt.turn_s, reserve=True)
    if order == "impossible":
        return call(s, seat, opt)
    s.line, s.by = [], seat
    lay_line(s, seat, order, opt)
    line = ", ".join([f"{grid.name(cell)} {s.tiles[cell]}" for cell in s.line])
    closed, s.moment = is_loop(s.tiles), f"{name(seat)} closed a track of {len(s.tiles)} tiles."
    say(f"{name(seat)} lays {line}. {'The track is closed!' if closed else f'{s.left} tiles are left.'}")
    return seat if closed else None

def begins(opt):
    order = ask(
        opt.advantage, orders=["first", "second"], question="Do you lay first or second?",
        seconds=opt.turn_s, missing="first",
    )
    return opt.advantage if order == "first" else other(opt.advantage)

def play(s, opt, random):
    s.tiles, s.left, s.line, s.by = {cell: "we" for cell in STATIONS}, opt.tiles, [], None
    s.stage = "Two stations"
    seat, winner, count = begins(opt), None, 0
    say(f"{name(seat)} lays first, with {opt.tiles} tiles on the pile.")
    while not winner:
        count += 1
        s.stage = f"Turn {count}"
        winner = turn(s, seat, opt)
        seat = other(seat)
    story(65, s.moment)
    win(winner)

ARC = [(100, 0), (97, 26), (87, 50), (71, 71), (50, 87), (26, 97), (0, 100)]

def band(x, y, side, tile, width, ink):
    """A rail of some width across a tile: straight, or a quarter of a ring around a corner."""
    low, high = (side - width) // 2, (side + width) // 2
    if tile == "we":
        return ("polygon", [x, y + low, x + side, y + low, x + side, y + high, x, y + high], ink)
    if tile == "ns":
        return ("polygon", [x + low, y, x + high, y, x + high, y + side, x + low, y + side], ink)
    down, right = tile[0] == "s", tile[1] == "e"
    arc = [(high, dx, dy) for dx, dy in ARC] + [(low, dx, dy) for dx, dy in ARC[::-1]]
    points = [[x + (side - dx * reach // 100 if right else dx * reach // 100),
               y + (side - dy * reach // 100 if down else dy * reach // 100)] for reach, dx, dy in arc]
    return ("polygon", sum(points, []), ink)

def tile_shapes(v, cell, x, y, side):
    """A tile: its ground, and a rail in the colour of its kind."""
    tile, station = v.tiles[cell], cell in STATIONS
    ink = "accent" if station else v.by if cell in v.line else "neutral"
    ground = "light" if station else "raised"
    items = [("rect", x + 2, y + 2, side - 4, side - 4, ground), band(x, y, side, tile, side * 4 // 10, ink),
             band(x, y, side, tile, side * 2 // 10, ground)]
    return items + ([("circle", x + side // 2, y + side // 2, side // 5, "accent")] if station else [])

def bounds(v):
    """The part of the table that is drawn: two free cells around the tiles."""
    xs, ys = [x for x, y in v.tiles], [y for x, y in v.tiles]
    return max(min(xs) - 3, 0), max(min(ys) - 2, 0), min(max(xs) + 3, 24), min(max(ys) + 2, 24)

def scene(v):
    left, top, right, bottom = bounds(v)
    side = min(880 // (right - left + 1), 720 // (bottom - top + 1), 104)
    start = 44 + (880 - side * (right - left + 1)) // 2
    place = {(x, y): (start + (x - left) * side, (y - top) * side) for x in range(left, right + 1) for y in range(top, bottom + 1)}
    free = [("rect", place[cell][0] + 2, place[cell][1] + 2, side - 4, side - 4, "panel") for cell in place if cell not in v.tiles]
    laid = [item for cell in v.tiles for item in tile_shapes(v, cell, *place[cell], side)]
    end = (bottom - top + 1) * side
    letters = [("text", place[(x, top)][0] + side // 2, end + 30, 28, "muted", grid.name((x, 0))[0]) for x in range(left, right + 1)]
    numbers = [("text", start - 24, place[(left, y)][1] + side // 2 + 10, 28, "muted", y + 1) for y in range(top, bottom + 1)]
    words = ", ".join([f"{grid.name(cell)} {v.tiles[cell]}" for cell in v.tiles])
    return [
        shapes(end + 40, free + laid + letters + numbers, alt=f"Tiles and the sides of their rails: {words}"),
        counters([("tiles left", v.left), ("on the table", len(v.tiles))]),
    ]

RULES = """
# 🎯 In short
Two stations lie side by side on m13 and n13, with a straight track across both. {tiles} more tiles lie on the pile.
Each tile is laid as a straight or as a curve. The table has columns a–y and rows 1–25.
Lay the tile that closes **one loop through every tile on the table**, and you win.
# 🛤️ A turn
Lay 1 to 3 tiles as one unbroken straight line of new tiles.
At least one tile of the line touches a tile that lay there before.
Rails must meet rails, and blank sides must meet blank sides. The tiles of a line need not be joined by rail.
# 🚫 Impossible
Instead of laying, call *impossible* right after your rival's turn.
Your rival then lays any remaining tiles alone and tries to close the loop through every tile.
Success wins for your rival; failure wins for you.
# ✍️ Your order
First a tile that touches the table: `m14 ns`. The letters name the two sides of its rail: n, s, w, e.
Then `m15-se` for each further tile at an end of the line, or `done`. Start with the tile that touches.
You have {turn_s} s for the first tile, and {more_s} s for each further one. Your reserve for the match is {reserve_s} s.
To show a track, follow the train out of the right station. Write where it leaves each new tile: `up left left down`.
# 🏠 Rulings
! The player with the Advantage chooses who begins; that is usually the DMO.
! A player without time and without reserve for a first tile loses the match. A further tile that is late ends the turn.
! A track is shown within {show_s} s and in one order. A wrong track fails, and so does none.
! When the pile is empty, the next player has to call impossible.
! The show has 16 tiles, with which the second player can force a win by counting.
"""

EXAMPLES = [
    # The smallest loops: six tiles; a blank side meets a blank side below the stations.
    ["dmo first: {dmo} lays first", "dmo o13 sw", "dmo o14-nw", "dmo done: o13 sw, o14 nw", "ec n14 we", "ec m14-we", "ec l14-ne: {ec} lays n14 we, m14 we, l14 ne.",
     "dmo l13 se: win dmo"],
    # A wrong call: the rival shows the track.
    ["dmo first", "dmo o13 sw", "dmo done", "ec impossible: calls: impossible!", "dmo left left left up right: The call was wrong."],
    # A right call: the loop cannot go through a tile whose rail is cut off; a wrong track fails.
    ["dmo second: {ec} lays first", "ec m14 we", "ec m15-we", "ec done", "dmo impossible", "ec -: {ec} gives up. The call was right."],
    ["dmo first", "dmo o13 sw", "dmo done", "ec impossible", "dmo down up: win ec"],
]
