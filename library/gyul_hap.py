game(
    id="gyul-hap", name="Gyul! Hap!", version=2, by="Marsha Falco (SET) and the makers of The Genius",
    blurb="Find three tiles that match in every way, or call that none is left.",
    options={
        "turn_s": seconds(15, "Time for each turn"),
        "rounds": whole(10, 1, 20, "Rounds, each with new tiles"),
        "least": whole(0, 0, 3, "The least number of Haps on a board; with 0 there may be none"),
        "misses": whole(6, 2, 30, "Turns in a row without a point that end a round"),
    },
    presets={"short": {"name": "Three rounds", "rounds": 3}, "show": {"name": "Ten rounds, as in the show"},
             "calm": {"name": "Calm: 60 s a turn, five rounds", "turn_s": 60, "rounds": 5}},
    score="points", orders="open",
)

INK = {"red": "red", "blue": "blue", "orange": "ec", "white": "words", "grey": "muted", "black": "sunk"}
SHAPES = {"circle": ("circle", 50, 54, 29), "square": ("rect", 24, 28, 52, 52),
          "triangle": ("polygon", [50, 23, 82, 80, 18, 80])}
TILES = [f"{colour} {shape} on {back}" for shape in SHAPES for colour in ["red", "blue", "orange"]
         for back in ["white", "grey", "black"]]
NUMBERS = [str(number) for number in range(1, 10)]
THREES = [" ".join(three) for three in combinations(NUMBERS, 3)]
ORDERS = ["gyul", "pass", choose(3, NUMBERS)]
CALLS = {"gyul": ("Gyul!", "No Hap is left"), "pass": ("Pass", "Say nothing")}

def haps_left(v):
    """The Haps that are not named yet: three tiles that are all alike or all different in each feature."""
    words = {number: tile.split() for number, tile in zip(NUMBERS, v.tiles)}
    def is_hap(three):
        return all(len(set(feature)) != 2 for feature in zip(*[words[number] for number in three.split()]))
    return [three for three in THREES if three not in v.named and is_hap(three)]

def label(v, order):
    return CALLS.get(order) or f"{order[-1]}: {v.tiles[int(order[-1]) - 1]}"

def judge(s, order):
    """The points of a call, and the words for it."""
    left = haps_left(s)
    if order == "pass":
        return 0, "says nothing."
    if order == "gyul":
        return (-1, "calls gyul, but a Hap is left: -1.") if left else (3, "calls gyul, and it is true: +3!")
    if order in left:
        s.named.append(order)
        return 1, f"names {order}: Hap! +1."
    return -1, f"names {order}, but {'it was named already' if order in s.named else 'that is no Hap'}: -1."

def play_round(s, opt, random, seat):
    """One round; gives who begins the next one."""
    s.tiles, s.named, idle, points = [], [], 0, 0
    while not s.tiles or len(haps_left(s)) < opt.least:
        s.tiles = random.shuffled(TILES)[:9]
    say(f"{s.stage}: {name(seat)} begins.")
    while idle < opt.misses and points < 3:
        order = ask(seat, ORDERS, lambda v: f"Name a Hap, or call `gyul`. Named so far: {len(v.named) or 'no Hap'}.",
                    seconds=opt.turn_s, missing="pass", label=label, ideas=lambda v: haps_left(v) or ["gyul"],
                    hint=lambda v, said: f"A Hap of {' and '.join(said.split())}, and which other tile?" if said else None)
        points, words = judge(s, order)
        s.points[seat] += points
        s.minus[seat] += min(points, 0)
        say(f"{name(seat)} {words}")
        idle = 0 if points > 0 else idle + 1
        seat = other(seat)
    if idle:
        say(f"{opt.misses} turns without a point: the round ends. Haps left: {len(haps_left(s))}. {versus(s.points)} points.")
    return seat

def play(s, opt, random):
    s.points, s.minus, round, seat = both(0), both(0), 1, DMO
    while round <= opt.rounds or round == opt.rounds + 1 and not higher(s.points):
        s.stage = f"Round {round} of {opt.rounds}" if round <= opt.rounds else "Extra round"
        seat, round = play_round(s, opt, random, seat), round + 1
    if not higher(s.points) and higher(s.minus):
        win(higher(s.minus), tie="fewer minus points")

def scene(v):
    def tile(cell):
        number = cell[1] * 3 + cell[0]
        colour, shape, on, back = v.tiles[number].split()
        badge = [("circle", 14, 14, 10, "panel"), ("text", 14, 18, 12, "words", number + 1)]
        drawn = [(*SHAPES[shape], INK[colour])] + badge
        return square(fill=INK[back], shapes=drawn, alt=f"{number + 1}: {v.tiles[number]}")
    return [grid_of((3, 3), tile, lines=False, side=250), text(f"Named: {', '.join(v.named) or 'no Hap yet'}")]

RULES = """
# 🎯 In short
There are 27 tiles: 3 shapes in 3 colours on 3 backgrounds. Each round shows 9 of them, numbered 1 to 9.
A **Hap** is three tiles that are all alike or all different in shape, in colour and in background.
In turn, name a Hap or call **gyul**: no Hap is left. The player with more points after round {rounds} wins.
# ⭐ Points
A new Hap: +1. No Hap, or one that was named already in this round: -1.
A true gyul: +3, and the round ends. A false one: -1, and the round continues.
# ✍️ Your order
Three numbers in any order: `1 5 9`. Or `gyul`. Or `pass`, which costs nothing. In every case the turn passes.
# 🏠 Rulings
! The DMO begins round 1. The player whose turn it is after a round begins the next one.
! {misses} turns in a row without a point end a round, too.
! A tie is played off in one more round. Then fewer minus points win, then the DMO.
"""

# With seed 7 the only Hap of round 1 is 1 4 9.
TIES = ["seed=7", "rounds=1", "misses=2"]
EXAMPLES = [
    ["seed=7", "dmo 9 1 4: names 1 4 9: Hap! +1.", "ec 1 4 9: named already: -1.", "dmo 1 2 3: no Hap: -1."],
    ["seed=7", "dmo gyul: a Hap is left: -1.", "ec 1 4 9", "dmo gyul: 2 of 3: {ec} begins.", "ec -"],
    # Turns without a point end a round. A tie: one more round, then fewer minus points, then the DMO.
    TIES + ["dmo 1 4 9", "ec -", "dmo 1 2 3: Extra round: {ec} begins.", "ec -", "dmo -: win ec"],
    TIES + ["dmo -: {dmo} says nothing.", "ec -: the round ends. Haps left: 1.", "dmo -", "ec -: win dmo"],
]
