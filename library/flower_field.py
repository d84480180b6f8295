game(
    id="flower-field", name="Flower Field", version=1, by="e_is_cool",
    blurb="Plant flowers without repeating a field of four, and catch every repetition of your rival.",
    options={
        "turn_s": seconds(90, "Time for each turn"),
        "challenge_s": seconds(120, "Time to name the two fields of a challenge"),
        "hearts": whole(3, 1, 9, "Lives of each player"),
        "reserve_s": reserve(300),
    },
    presets={"standard": {}, "sudden-death": {"hearts": 1}, "quick": {"hearts": 2, "turn_s": 45, "challenge_s": 75, "reserve_s": 120}},
    score="lives", unit="lives", advantage="chooses who begins", orders="open",
)

SIZE = (7, 7)
COLOURS = ["red", "blue", "purple"]
CELLS = [grid.name(cell) for cell in grid.cells(SIZE)]
NEAR = {grid.name(cell): [grid.name(near) for near in grid.near(cell, SIZE)] for cell in grid.cells(SIZE)}

def free(v):
    """Empty cells beside a flower."""
    return [cell for cell in CELLS if cell not in v.flowers and any(near in v.flowers for near in NEAR[cell])]

def latest(v):
    """The cells planted in the turn before this one."""
    return v.turns[-1] if v.turns else []

def fields_with(v, start):
    """All fields of four connected flowers that a cell is part of."""
    found = {(start,)}
    for size in range(3):
        found = {tuple(sorted([*field, near])) for field in found for cell in field
                 for near in NEAR[cell] if near in v.flowers and near not in field}
    return found

def fields(v, cells):
    return sorted({field for cell in cells for field in fields_with(v, cell)})

def orders(v):
    cells = free(v)
    second = {cell: ["", ([more for more in cells if more != cell], COLOURS)] for cell in cells}
    plants = [(cell, COLOURS, second[cell]) for cell in cells] or ["pass"]
    return (["challenge"] if fields(v, latest(v)) else []) + plants

def tree(fields, end):
    """The fields as words, cell by cell."""
    if len(fields[0]) == 1:
        return [field[0] + end for field in fields]
    groups = {}
    for field in fields:
        groups.setdefault(field[0], []).append(field[1:])
    return [(first, tree(groups[first], end)) for first in groups]

def two_fields(v):
    return ["give up", (tree(fields(v, latest(v)), ","), tree(fields(v, v.flowers), ""))]

def twins(v):
    """Two duplicates that a challenge may name, as its order; none where there are none."""
    new = {variant: field for field in fields(v, latest(v)) for variant in variants(v, field)}
    for field in fields(v, v.flowers):
        found = new.get(moved([(grid.cell(cell), v.flowers[cell]) for cell in field]), field)
        if found != field:
            return [f"{' '.join(found)}, {' '.join(field)}"]
    return []

def ideas(v):
    """A challenge that is right, or flowers on cells with few others beside them."""
    cells = sorted(free(v), key=lambda cell: len([near for near in NEAR[cell] if near in v.flowers]))
    return ["challenge"] if twins(v) else [f"{cell} {colour}" for cell in cells[:6] for colour in COLOURS]

LABELS = {"challenge": ("Challenge", "You have spotted two duplicates"), "pass": "Pass", "red": "Red", "blue": "Blue", "purple": "Purple"}

def label(v, order):
    word = order.split()[-1]
    return LABELS.get(word, f"Plant on {word}")

def question(v):
    if not free(v):
        return "The field is full. Challenge the last flowers, or pass?"
    return "Your turn: plant one or two flowers, or challenge?" if fields(v, latest(v)) else "Your turn: where do you plant one or two flowers?"

def variants(v, field):
    """Shape and colours of a field, for all its rotations and reflections."""
    cells = [(grid.cell(cell), v.flowers[cell]) for cell in field]
    turned = []
    for turn in range(4):
        cells = [((-y, x), colour) for (x, y), colour in cells]
        turned += [cells, [((-x, y), colour) for (x, y), colour in cells]]
    return [moved(cells) for cells in turned]

def moved(cells):
    left, top = min([x for (x, y), colour in cells]), min([y for (x, y), colour in cells])
    return tuple(sorted([(x - left, y - top, colour) for (x, y), colour in cells]))

def is_right(s, first, second):
    return first != second and variants(s, second)[0] in variants(s, first)

def plant(s, seat, order):
    words = order.split()
    pairs = [(words[at], words[at + 1]) for at in range(0, len(words), 2)]
    for cell, colour in pairs:
        s.flowers[cell] = colour
    s.turns.append([cell for cell, colour in pairs])
    say(f"{name(seat)} plants {' and '.join([f'{colour} on {cell}' for cell, colour in pairs])}.")

def challenge(s, seat, seconds):
    """The seat whose turn it is next: the loser of the challenge."""
    say(f"{name(seat)} challenges the last flowers of {name(other(seat))}!")
    order = ask(
        seat, seconds=seconds, orders=two_fields, missing="give up", label=lambda v, order: order.split()[-1].strip(","), ideas=twins,
        question="Name two duplicates, cells in alphabetical order: first a field with a new flower, then the other.",
    )
    named = [tuple(field.split()) for field in order.split(",")] if order != "give up" else []
    right = bool(named) and is_right(s, *named)
    loser = other(seat) if right else seat
    s.named = [[(cell, s.flowers[cell]) for cell in field] for field in named]
    s.verdict = "Duplicates" if right else "No duplicates"
    s.lives[loser] -= 1
    fallen = s.turns.pop() if right else []
    s.flowers = {cell: s.flowers[cell] for cell in s.flowers if cell not in fallen}
    reason = f"{' '.join(named[0])} and {' '.join(named[1])} are {'' if right else 'no '}duplicates" if named else "no field is named"
    say(f"The verdict: {reason}. {name(loser)} loses a life and has {s.lives[loser]} left.")
    story(*moment(s, seat, right))
    return loser

def moment(s, seat, right):
    last = " on the last life" if s.lives[seat] == 1 else ""
    return (65, f"{name(seat)} caught a repetition{last}.") if right else (45, f"{name(seat)} saw duplicates that were none.")

def begins(opt):
    order = ask(
        opt.advantage, orders=["first", "second"], question="Do you plant first or second?",
        seconds=opt.turn_s, missing="first",
    )
    return opt.advantage if order == "first" else other(opt.advantage)

def play(s, opt, random):
    s.lives, s.flowers, s.turns, s.named, s.verdict, s.turn = both(opt.hearts), {"d4": "purple"}, [], [], "", None
    s.stage = "The first flower"
    s.turn = begins(opt)
    say(f"A purple flower blooms on d4. {name(s.turn)} plants first.")
    while min(s.lives.values()) > 0:
        s.stage = f"{len(s.flowers)} of 49 flowers"
        order = ask(s.turn, orders=orders, question=question, label=label, seconds=opt.turn_s, reserve=True, ideas=ideas)
        if order == "pass":
            say(f"The field is full, and {name(s.turn)} passes.")
            break
        elif order == "challenge":
            s.turn = challenge(s, s.turn, opt.challenge_s)
        else:
            plant(s, s.turn, order)
            s.turn = other(s.turn)

PETALS = {
    "red": [(0, -20), (19, -6), (12, 16), (-12, 16), (-19, -6)],
    "purple": [(0, -22), (19, -11), (19, 11), (0, 22), (-19, 11), (-19, -11)],
}
STAR = [(0, -42), (11, -11), (42, 0), (11, 11), (0, 42), (-11, 11), (-42, 0), (-11, -11)]
INK = {"red": "red", "blue": "dmo", "purple": "blue"}

def flower(x, y, colour, size=10):
    """A flower of tenths of the full size: a rosette, a star or a ring of small petals."""
    ink = INK[colour]
    heart = [("circle", x, y, size, "sunk")]
    if colour == "blue":
        points = sum([[x + dx * size // 10, y + dy * size // 10] for dx, dy in STAR], [])
        return [("polygon", points, ink)] + heart
    radius = 17 if colour == "red" else 12
    return [("circle", x + dx * size // 10, y + dy * size // 10, radius * size // 10, ink) for dx, dy in PETALS[colour]] + heart

SIDE = 94

def ground(v, cell, x, y):
    """A cell, with a frame if it was planted in the last turn, and its flower."""
    ink = "raised" if sum(grid.cell(cell)) % 2 else "panel"
    frame = [("rect", x - 45, y - 45, 90, 90, "accent")] if cell in latest(v) else []
    inset = 41 if frame else 45
    blooms = flower(x, y, v.flowers[cell]) if cell in v.flowers else []
    return frame + [("rect", x - inset, y - inset, 2 * inset, 2 * inset, ink)] + blooms

def bed(v):
    """The board: cells, flowers, and the names of lines."""
    places = [(cell, 89 + x * SIDE, 45 + y * SIDE) for cell in CELLS for x, y in [grid.cell(cell)]]
    letters = [("text", 89 + at * SIDE, 7 * SIDE + 30, 28, "muted", "abcdefg"[at]) for at in range(7)]
    digits = [("text", 18, 55 + at * SIDE, 28, "muted", at + 1) for at in range(7)]
    return [item for cell, x, y in places for item in ground(v, cell, x, y)] + letters + digits

def legend(left):
    return [item for at in range(3) for item in
            flower(left + 30, 40 + at * 70, COLOURS[at], 7) + [("text", left + 130, 50 + at * 70, 30, "words", COLOURS[at])]]

def field_named(named, left, top):
    """A field of a challenge, small."""
    cells = [(grid.cell(cell), colour) for cell, colour in named]
    shape = [(x, y) for x, y, colour in moved(cells)]
    items = []
    for (x, y), (corner, colour) in zip(shape, sorted(cells)):
        items += [("rect", left + x * 52, top + y * 52, 48, 48, "raised")] + flower(left + x * 52 + 24, top + y * 52 + 24, colour, 5)
    return items

def verdict(v, left):
    if not v.named:
        return []
    head = [("text", left + 100, 270, 28, "words", v.verdict)]
    return head + field_named(v.named[0], left, 290) + field_named(v.named[1], left, 480)

def in_words(v):
    flowers = ", ".join([f"{cell} {v.flowers[cell]}" for cell in CELLS if cell in v.flowers])
    return f"Flowers: {flowers}. Planted last: {', '.join(latest(v)) or 'none'}"

def scene(v):
    return shapes(700, bed(v) + legend(725) + verdict(v, 725), alt=in_words(v))

RULES = """
# 🎯 In short
The board has columns a–g and rows 1–7. A purple flower stands on d4. Each player has {hearts} lives.
In turn you plant one or two flowers, red, blue or purple. Or you challenge your rival's last flowers.
A **field** is any four filled cells that are connected side by side.
Two different fields are **duplicates** if rotation or reflection makes their shapes and colours the same. They may overlap.
A player without lives loses.
# 🌱 Plant
Each flower needs an empty cell beside a flower that stood there before this turn.
The second flower may therefore not lean on the first.
# 🔍 Challenge
Name two duplicates. One of them contains a flower of your rival's last turn.
Right: the rival loses a life, the last flowers come off, and the rival takes that turn again.
Wrong, given up or too late: you lose a life and take your turn again.
Flowers that nobody challenges in the next turn are safe. The other field may be of any age.
# ✍️ Your order
`d3 red` or `d3 red d5 blue`. You have {turn_s} s a turn, and {reserve_s} s in reserve for the match.
`challenge`, then within {challenge_s} s both fields, the new one first: `a1 a2 b2 b3 / d4 d5 e5 e6`.
Name the four cells of a field in alphabetical order. The bot checks what you name and gives no hints.
# 🏠 Rulings
! The player with the Advantage chooses who begins; that is usually the DMO.
! A player without time for a turn and without reserve loses the match.
! When all 49 cells are full, the next player challenges or passes. After a pass more lives win; a tie goes to the DMO.
! Notes are allowed. Calculators and programs are not.
"""

EXAMPLES = [
    # A right challenge: two squares of four, one of them reflected; the flowers come off and the turn is taken again.
    ["dmo first: {dmo} plants first.", "dmo d3 red c4 red", "ec c3 blue d5 red", "dmo c5 blue: {dmo} plants blue on c5.",
     "ec challenge: {ec} challenges", "ec c4 c5 d4 d5 / c3 c4 d3 d4: are duplicates. {dmo} loses a life and has 2 left.", "dmo c5 purple"],
    # A wrong challenge costs a life; the last one ends the match.
    ["hearts=1", "dmo second", "ec d3 red d5 red", "dmo c4 blue", "ec challenge", "ec c4 d3 d4 d5, c4 d3 d4 d5: win dmo"],
    # Too late with the two fields.
    ["hearts=2", "dmo -", "dmo d3 red d5 red", "ec c4 blue", "dmo challenge", "dmo -: no field is named. {dmo} loses a life and has 1 left."],
]
