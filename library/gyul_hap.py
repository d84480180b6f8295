game(
    id="gyul-hap", name="Gyul! Hap!", version=2, by="Marsha Falco (SET), in the form of The Genius",
    blurb="Find three tiles that match in every way, or call that none is left.",
    options={
        "turn_s": seconds(15, "Time for each turn"),
        "rounds": whole(10, 1, 20, "Rounds, each with new tiles"),
        "least": whole(0, 0, 3, "Haps that every board has at least"),
        "misses": whole(6, 2, 30, "Turns in a row without a point that end a round"),
    },
    presets={
        "short": {"name": "Three rounds", "rounds": 3},
        "show": {"name": "Ten rounds, as in the show"},
        "calm": {"name": "Calm: 60 s a turn, five rounds", "turn_s": 60, "rounds": 5},
    },
    score="points", orders="open",
)

SHAPES, COLOURS, BACKS = ["circle", "square", "triangle"], ["red", "blue", "orange"], ["white", "grey", "black"]
INK = {"red": "red", "blue": "blue", "orange": "ec", "white": "words", "grey": "muted", "black": "sunk"}
TILES = [(shape, colour, back) for shape in SHAPES for colour in COLOURS for back in BACKS]
THREES = [(a, b, c) for a in range(1, 10) for b in range(a + 1, 10) for c in range(b + 1, 10)]
ORDERS = ["gyul", "pass"] + [choose(3, [str(number) for number in range(1, 10)])]

def is_hap(tiles, three):
    """Whether three tiles are all alike or all different in each feature."""
    return all(len({tiles[number - 1][feature] for number in three}) != 2 for feature in range(3))

def haps(tiles):
    return [three for three in THREES if is_hap(tiles, three)]

def draw_tiles(random, least):
    while True:
        tiles = random.shuffled(TILES)[:9]
        if len(haps(tiles)) >= least:
            return tiles

def label(v, order):
    calls = {"gyul": ("Gyul!", "No Hap is left"), "pass": ("Pass", "Say nothing")}
    if order in calls:
        return calls[order]
    shape, colour, back = v.tiles[int(order.split()[-1]) - 1]
    return f"{order.split()[-1]}: {colour} {shape} on {back}"

def written(three):
    return "-".join([str(number) for number in three])

def haps_left(s):
    return [three for three in haps(s.tiles) if three not in s.named]

def ideas(v):
    return [" ".join([str(number) for number in three]) for three in haps_left(v)] or ["gyul"]

def judge(s, order):
    """The points of a call, and the words for it."""
    if order == "pass":
        return 0, "says nothing."
    if order == "gyul" and haps_left(s):
        return -1, "calls gyul, but a Hap is left: -1."
    if order == "gyul":
        return 3, "calls gyul, and it is true: no Hap is left. +3!"
    three = tuple([int(number) for number in order.split()])
    if three in s.named:
        return -1, f"names {written(three)}, but this Hap was named already: -1."
    if not is_hap(s.tiles, three):
        return -1, f"names {written(three)}, but that is no Hap: -1."
    s.named.append(three)
    return 1, f"names {written(three)}: Hap! +1."

def play_round(s, opt, random, first):
    """One round; gives who begins the next one."""
    s.tiles, s.named, s.turn, idle = draw_tiles(random, opt.least), [], first, 0
    while idle < opt.misses:
        seat, behind = s.turn, s.points[other(s.turn)] - s.points[s.turn]
        order = ask(seat, ORDERS, lambda v: f"Your turn: a Hap, or `gyul`? {len(v.named)} named so far.",
                    seconds=opt.turn_s, missing="pass", label=label, ideas=ideas)
        points, words = judge(s, order)
        s.points[seat] += points
        s.minus[seat] += points < 0
        say(f"{name(seat)} {words}")
        if points == 3:
            if 0 < behind <= 3:
                story(50, f"{name(seat)} caught up with a true gyul.")
            return other(seat)
        idle = 0 if points > 0 else idle + 1
        s.turn = other(seat)
    say(f"{opt.misses} turns without a point: the round ends. Haps left: {len(haps_left(s))}.")
    return s.turn

def play(s, opt, random):
    s.points, s.minus = both(0), both(0)
    first = DMO
    for round in range(opt.rounds):
        s.stage = f"Round {round + 1} of {opt.rounds}"
        first = play_round(s, opt, random, first)
    if higher(s.points):
        return
    s.stage = "Extra round"
    say("The points are equal: one more round.")
    play_round(s, opt, random, first)
    clean = higher(s.minus)
    if not higher(s.points) and clean:
        say(f"Still equal: {name(other(clean))} has fewer minus points.")
        win(other(clean), tie=True)

DRAWN = {
    "circle": lambda ink: ("circle", 50, 54, 29, ink),
    "square": lambda ink: ("rect", 24, 28, 52, 52, ink),
    "triangle": lambda ink: ("polygon", [50, 23, 82, 80, 18, 80], ink),
}

def scene(v):
    def tile(cell):
        number = cell[1] * 3 + cell[0]
        shape, colour, back = v.tiles[number]
        badge = [("circle", 14, 14, 10, "panel"), ("text", 14, 18, 12, "words", number + 1)]
        words = f"{number + 1}: {colour} {shape} on {back}"
        return square(fill=INK[back], shapes=[DRAWN[shape](INK[colour])] + badge, alt=words)
    named = ", ".join([written(three) for three in v.named])
    return [grid_of((3, 3), tile, lines=False, side=250), text(f"Named: {named}" if named else "No Hap is named yet")]

RULES = """
# 🎯 In short
There are 27 tiles: 3 shapes in 3 colours on 3 backgrounds. Each round shows 9 of them, numbered 1 to 9.
A **Hap** is three tiles that are all alike or all different in shape, in colour and in background.
In turn, name a Hap or call **gyul**: no Hap is left. More points after {rounds} rounds win.
# ⭐ Points
A new Hap: +1. No Hap, or one that was named already in this round: -1.
A true gyul: +3, and the round ends. A false one: -1, and the round continues.
Saying nothing costs nothing. In every case the turn passes.
# ✍️ Your order
Three numbers in any order: `1 5 9`. Or `gyul`. `pass` says nothing.
# 🏠 Rulings
! The DMO begins round 1. Later the player who did not call the true gyul begins.
! Tiles are drawn at random. Every board has at least {least} Haps; with 0, a board may have none.
! {misses} turns in a row without a point end a round. The player whose turn it is begins the next one.
! A tie is played off in one more round. Then fewer minus points win, then the DMO.
"""

# With seed 7 the only Hap of round 1 is 1-4-9.
EXAMPLES = [
    ["seed=7", "dmo 9 1 4: {dmo} names 1-4-9: Hap! +1.", "ec 1 4 9: named already: -1.", "dmo 1 2 3: is no Hap: -1."],
    # Gyul: true +3 and a new round, which the other begins; false -1, and the round continues.
    ["seed=7", "dmo gyul: a Hap is left: -1.", "ec 1 4 9", "dmo gyul: it is true: no Hap is left.", "ec pass", "dmo -"],
    # Silence costs nothing, but ends a round in the end.
    ["misses=2", "dmo -: {dmo} says nothing.", "ec pass: the round ends. Haps left: 4.", "dmo 1 2 3"],
    # A tie: one more round, then fewer minus points, then the DMO.
    ["seed=7", "rounds=1", "misses=2", "dmo 1 4 9", "ec -", "dmo 1 2 3: one more round.", "ec -", "dmo -: has fewer"],
    ["seed=7", "rounds=1", "misses=2", "dmo -", "ec -", "dmo -", "ec -: win dmo"],
]
