game(
    id="gyul-hap", name="Gyul! Hap!", version=1, by="Marsha Falco (SET), in the form of The Genius",
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
CALLS = {"gyul": ("Gyul!", "No Hap is left"), "pass": ("Pass", "Say nothing")}
NUMBERS = list(range(1, 10))
THREES = [(a, b, c) for a in NUMBERS for b in NUMBERS for c in NUMBERS if a < b < c]

def is_hap(tiles, three):
    """Whether three tiles are all alike or all different in each feature."""
    return all(len({tiles[number - 1][feature] for number in three}) != 2 for feature in range(3))

def haps(tiles):
    return [three for three in THREES if is_hap(tiles, three)]

def draw_tiles(random, least):
    while True:
        tiles = random.shuffled(TILES)[:9]
        if least == 0 or len(haps(tiles)) >= least:
            return tiles

ORDERS = list(CALLS) + [(a, [(b, [c for c in NUMBERS if c not in (a, b)]) for b in NUMBERS if b != a]) for a in NUMBERS]

def in_words(v, number):
    shape, colour, back = v.tiles[number - 1]
    return f"{number}: {colour} {shape} on {back}"

def label(v, order):
    if order in CALLS:
        return CALLS[order]
    return in_words(v, int(order.split()[-1]))

def question(v):
    return f"Your turn: three numbers that are a Hap, or `gyul`? {len(v.named)} named so far."

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
    if order == "gyul":
        return (-1, "calls gyul, but a Hap is left: -1.") if haps_left(s) else (3, "calls gyul, and it is true: no Hap is left. +3!")
    three = tuple(sorted([int(number) for number in order.split()]))
    said = f"names {written(three)}"
    if three in s.named:
        return -1, f"{said}, but this Hap was named already: -1."
    if not is_hap(s.tiles, three):
        return -1, f"{said}, but that is no Hap: -1."
    s.named.append(three)
    return 1, f"{said}: Hap! +1."

def play_round(s, opt, random, first):
    """One round; gives who begins the next one."""
    s.tiles, s.named, s.turn, idle = draw_tiles(random, opt.least), [], first, 0
    while idle < opt.misses:
        seat, behind = s.turn, s.points[other(s.turn)] - s.points[s.turn]
        points, words = judge(s, ask(seat, ORDERS, question, seconds=opt.turn_s, missing="pass", label=label, ideas=ideas))
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

SIDE, GAP, LEFT = 232, 20, 100

def scene(v):
    def shape(kind, x, y, ink):
        if kind == "circle":
            return "circle", x, y, 66, ink
        if kind == "square":
            return "rect", x - 60, y - 60, 120, 120, ink
        return "polygon", [x, y - 72, x + 74, y + 58, x - 74, y + 58], ink
    def tile(number):
        kind, colour, back = v.tiles[number - 1]
        x, y = LEFT + (number - 1) % 3 * (SIDE + GAP), (number - 1) // 3 * (SIDE + GAP)
        frame = [("rect", x, y, SIDE, SIDE, "edge"), ("rect", x + 4, y + 4, SIDE - 8, SIDE - 8, INK[back])]
        badge = [("circle", x + 34, y + 34, 22, "panel"), ("text", x + 34, y + 44, 28, "words", str(number))]
        return frame + [shape(kind, x + SIDE // 2, y + SIDE // 2 + 8, INK[colour])] + badge
    words = ", ".join([in_words(v, number) for number in NUMBERS])
    board = shapes(3 * SIDE + 2 * GAP, sum([tile(number) for number in NUMBERS], []), alt=words)
    return [board, text("Named: " + ", ".join([written(three) for three in v.named]) if v.named else "No Hap is named yet")]

RULES = """
# 🎯 In short
There are 27 tiles: 3 shapes in 3 colours on 3 backgrounds. Each round shows 9 of them, numbered 1 to 9.
A **Hap** is three tiles that are all alike or all different in shape, in colour and in background.
In turn, name a Hap or call **gyul**: no Hap is left that was not named.
More points after {rounds} rounds win.
# ⭐ Points
A new Hap: +1. No Hap, or one that was named already in this round: -1.
A true gyul: +3, and the round ends. A false one: -1, and the round continues.
Saying nothing costs nothing. In every case the turn passes.
# ✍️ Your order
Three numbers in any order: `1 5 9`. Or `gyul`. `pass` says nothing. You have {turn_s} s.
# 🏠 Rulings
! The DMO begins round 1. Later the player who did not call the true gyul begins.
! Tiles are drawn at random. Every board has at least {least} Haps; with 0, a board may have none.
! {misses} turns in a row without a point end a round without a gyul. The player whose turn it is begins the next one.
! A tie is played off in one more round. Then fewer minus points win, then the DMO.
"""

# With seed 7 the only Hap of round 1 is 1-4-9.
EXAMPLES = [
    ["seed=7", "dmo 9 1 4: {dmo} names 1-4-9: Hap! +1.", "ec 1 4 9: this Hap was named already: -1.", "dmo 1 2 3: that is no Hap: -1."],
    # Gyul: true +3 and a new round, which the other begins; false -1, and the round continues.
    ["seed=7", "dmo gyul: a Hap is left: -1.", "ec 1 4 9", "dmo gyul: it is true: no Hap is left. +3!", "ec pass", "dmo -"],
    # Silence costs nothing, but ends a round in the end.
    ["misses=2", "dmo -: {dmo} says nothing.", "ec pass: the round ends. Haps left: 4.", "dmo 1 2 3"],
    # A tie: one more round, then fewer minus points.
    ["seed=7", "rounds=1", "misses=2", "dmo 1 4 9", "ec -", "dmo 1 2 3: one more round.", "ec -", "dmo -: {ec} has fewer minus points."],
    ["seed=7", "rounds=1", "misses=2", "dmo -", "ec -", "dmo -", "ec -: win dmo"],
]
