game(
    id="flower-field", name="Flower Field", version=1, by="e_is_cool",
    blurb="Plant flowers without repeating a field of four, and catch every repetition of your rival.",
    options={
        "turn_s": seconds(90, "Time for each turn"),
        "challenge_s": seconds(120, "Time to name the two fields of a challenge"),
        "hearts": whole(3, 1, 9, "Lives of each player"),
        "reserve_s": reserve(300),
    },
    presets={"standard": {}, "sudden-death": {"hearts": 1},
             "quick": {"hearts": 2, "turn_s": 45, "challenge_s": 75, "reserve_s": 120}},
    score="lives", unit="lives", advantage="chooses who begins", orders="open",
)

SIZE, COLOURS = (7, 7), ["red", "blue", "purple"]
CELLS = grid.names(SIZE)
NEAR = {cell: grid.near(cell, SIZE) for cell in CELLS}

def free(v):
    return [cell for cell in CELLS if cell not in v.flowers and any(near in v.flowers for near in NEAR[cell])]

def latest(v):
    return v.turns[-1] if v.turns else []

def fields(v, cells):
    """All fields of four connected flowers with one of these cells."""
    found = {(cell,) for cell in cells}
    for size in range(3):
        found = {tuple(sorted([*field, near])) for field in found for cell in field
                 for near in NEAR[cell] if near in v.flowers and near not in field}
    return sorted(found)

def orders(v):
    cells = free(v)
    plants = [(cell, COLOURS, ["", ([more for more in cells if more != cell], COLOURS)]) for cell in cells]
    return (plants or ["pass"]) + (["challenge"] if len(v.flowers) > 4 and fields(v, latest(v)) else [])

def two_fields(v):
    """A field with a new flower, then any other; the cells of each in any order."""
    cells = {field: choose(4, field) for field in fields(v, v.flowers)}
    return [(cells[new], "/", [cells[field] for field in cells if field != new]) for new in fields(v, latest(v))] + ["give up"]

def planted(v, field):
    return {cell: v.flowers[cell] for cell in field}

def twins(v):
    """Two duplicates that a challenge may name, as its order; none where there are none."""
    new = {form(planted(v, field)): field for field in fields(v, latest(v))}
    for field in fields(v, v.flowers):
        found = new.get(form(planted(v, field)), field)
        if found != field:
            return [f"{' '.join(found)} / {' '.join(field)}"]
    return []

def ideas(v):
    """A challenge that is right, or flowers on cells with few others beside them."""
    cells = sorted(free(v), key=lambda cell: len([near for near in NEAR[cell] if near in v.flowers]))
    return ["challenge"] if twins(v) else [f"{cell} {colour}" for cell in cells[:6] for colour in COLOURS]

def plant(s, seat, order):
    flowers = dict(zip(order.split()[::2], order.split()[1::2]))
    s.flowers.update(flowers)
    s.turns.append(list(flowers))
    say(f"{name(seat)} plants {listed([f'{flowers[cell]} on {cell}' for cell in flowers])}.")

def challenge(s, seat, seconds):
    say(f"{name(seat)} challenges the last flowers of {name(other(seat))}!")
    order = ask(seat, two_fields, "Name two duplicates: first a field with a new flower, then the other.",
                seconds=seconds, missing="give up", ideas=twins)
    named = [] if order == "give up" else order.split(" / ")
    s.named = [planted(s, field.split()) for field in named]
    s.right = bool(named) and form(s.named[0]) == form(s.named[1])
    loser = other(seat) if s.right else seat
    s.lives[loser] -= 1
    for cell in s.turns.pop() if s.right else []:
        del s.flowers[cell]
    reason = f"{listed(named)} are {'' if s.right else 'no '}duplicates" if named else "no field is named"
    say(f"The verdict: {reason}. {name(loser)} loses a life.")
    saw = "caught a repetition" if s.right else "saw duplicates that were none"
    story(65 if s.right else 45, f"{name(seat)} {saw}.")
    return loser

def play(s, opt, random):
    s.lives, s.flowers, s.stage, s.turns, s.named, s.right = both(opt.hearts), {"d4": "purple"}, "The first flower", [], [], False
    s.turn = who_begins(opt, "Do you plant first or second?", opt.turn_s)
    say(f"A purple flower blooms on d4. {name(s.turn)} plants first.")
    while min(s.lives.values()) > 0:
        s.stage = f"{len(s.flowers)} of 49 flowers"
        order = ask(
            s.turn, orders, seconds=opt.turn_s, reserve=True, ideas=ideas,
            question=lambda v: f"{'Plant one or two flowers' if free(v) else 'Pass'}{', or challenge' if 'challenge' in orders(v) else ''}?",
            hint=lambda v, words: "A second flower: which cell?" if words.count(" ") == 1 else None)
        if order == "pass":
            say(f"The field is full, and {name(s.turn)} passes.")
            return
        elif order == "challenge":
            s.turn = challenge(s, s.turn, opt.challenge_s)
        else:
            plant(s, s.turn, order)
            s.turn = other(s.turn)

ROSE = [(50, 28), (71, 43), (63, 68), (37, 68), (29, 43)]
RING = [(50, 26), (71, 38), (71, 62), (50, 74), (29, 62), (29, 38)]
HEART = ("circle", 50, 50, 11, "sunk")
FLOWERS = {
    "red": [("circle", x, y, 19, "red") for x, y in ROSE] + [HEART],
    "blue": [("polygon", [50, 4, 62, 38, 96, 50, 62, 62, 50, 96, 38, 62, 4, 50, 38, 38], "blue"), HEART],
    "purple": [("circle", x, y, 13, "purple") for x, y in RING] + [HEART],
}

def flower(colour, mark=False):
    return square(shapes=FLOWERS.get(colour), mark=mark, alt=f"{colour}, new" if mark else colour)

def field_named(flowers):
    shown = cornered(flowers)
    return grid_of((4, 4), lambda cell: cell in shown and flower(shown[cell]), lines=False, side=52)

def scene(v):
    board = grid_of(SIZE, lambda cell: flower(v.flowers.get(grid.name(cell)), grid.name(cell) in latest(v)))
    legend = [row([track([square(shapes=FLOWERS[colour])]), text(colour)], widths=[1, 3]) for colour in COLOURS]
    verdict = text("Duplicates" if v.right else "No duplicates") if v.named else None
    return row([board, column(legend + [verdict] + [field_named(flowers) for flowers in v.named])], widths=[3, 1])

RULES = """
# 🎯 In short
A purple flower stands on d4. Lives of each player: {hearts}. Without one you lose.
In turn you plant one or two flowers (red, blue or purple), or challenge your rival's last flowers.
Each flower needs an empty cell beside a flower that stood there before this turn.
A **field** is any four filled cells that are connected side by side.
Two fields are **duplicates** if rotation or reflection makes shapes and colours the same. They may overlap.
# 🔍 Challenge
Name two duplicates. One contains a flower of your rival's last turn; the other may be of any age.
Right: the rival loses a life, the last flowers come off, and the rival takes that turn again.
Wrong, given up or too late: you lose a life and take your turn again. Later nobody can challenge those flowers.
# ✍️ Your order
`d3 red` or `d3 red d5 blue`. Or `challenge`, then both fields, the new one first: `a1 a2 b2 b3 / d4 d5 e5 e6`.
Name the four cells of a field in any order. The bot gives no hints.
# 🏠 Rulings
! Once all cells are full, the next player challenges or passes. After a pass more lives win, then the DMO.
! Notes are allowed, calculators and programs are not. A challenge needs five flowers on the board: two fields.
"""

EXAMPLES = [
    ["dmo first: {dmo} plants first.", "dmo d3 red c4 red", "ec c3 blue d5 red", "dmo c5 blue: blue on c5.",
     "ec challenge: {ec} challenges", "ec d5 d4 c5 c4 / c3 c4 d3 d4: are duplicates. {dmo} loses a life.", "dmo c5 purple"],
    ["hearts=1", "dmo second", "ec d3 red d5 red", "dmo c4 blue e4 red", "ec challenge",
     "ec d5c4d3d4 c4d3d4d5: refused", "ec d5 c4 d3 d4 / e4 d4 d3 d5: win dmo"],
    ["dmo -", "dmo d3 red d5 red", "ec c4 blue", "dmo challenge: refused", "dmo e4 red", "ec challenge", "ec -: no field is named."],
]
