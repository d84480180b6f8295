game(
    id="number-janggi", name="Number Janggi", version=1, by="The Genius: Grand Final",
    blurb="March hidden numbers into battle, where the sum decides whether high or low wins, and take the king.",
    options={
        "turn_s": seconds(60, "Time for each move"),
        "setup_s": seconds(300, "Time for the set-up at least"),
        "lead_s": seconds(3600, "The set-up ends so long before the start"),
        "calm": whole(40, 2, 200, "Moves in a row without a step forward or a battle that end the match"),
        "memory": flag(False, "Numbers that have fought are not drawn"),
        "reserve_s": reserve(300),
    },
    presets={"standard": {}, "memory": {"memory": True}},
    state={"pieces": owner}, score="numbers", unit="numbers left", advantage="chooses who moves first",
)

SIZE = (6, 9)
NUMBERS = [str(number) for number in range(1, 11)]
MINES = ["mine1", "mine2", "mine3"]
PIECES = ["king"] + NUMBERS[::-1] + MINES
HOME = {EC: [grid.name((x, y)) for y in range(6, 9) for x in range(6)], DMO: [grid.name((x, y)) for y in range(3) for x in range(6)]}
FORWARD = {EC: -1, DMO: 1}

def borders():
    """Pairs of borders of the middle rows, each with its mirror image through the centre of the board."""
    cells = [(x, y) for y in range(3, 6) for x in range(6)]
    all = [(a, b) for a in cells for b in [(a[0] + 1, a[1]), (a[0], a[1] + 1)] if b in cells]
    mirror = {(a, b): ((5 - b[0], 8 - b[1]), (5 - a[0], 8 - a[1])) for a, b in all}
    return [(border, mirror[border]) for border in all if border < mirror[border]]

BORDERS = borders()

def set_up(v):
    """Up to four pieces or all, each with its new cell."""
    return ["ready"] + [tuple([PIECES, HOME[v.seat]] * count) for count in [1, 2, 3, 4, 14]]

def arranged(line_up, order):
    """The line-up after an order: each piece changes places with what stands on its new cell."""
    words = order.split() if order != "ready" else []
    at = {line_up[cell]: cell for cell in line_up}
    for number in range(0, len(words), 2):
        piece, cell = words[number], words[number + 1]
        there, old = line_up.pop(cell, None), at[piece]
        line_up.pop(old, None)
        if there and there != piece:
            line_up[old], at[there] = there, old
        line_up[cell], at[piece] = piece, cell
    return line_up

def targets(v, cell, seat):
    x, y = grid.cell(cell)
    ahead = y + FORWARD[seat]
    steps = [(x, ahead), (x - 1, ahead), (x + 1, ahead), (x - 1, y), (x + 1, y)]
    if grid.on((x, ahead), SIZE) and grid.name((x, ahead)) not in v.where:
        steps.append((x, ahead + FORWARD[seat]))
    return [grid.name(step) for step in steps if grid.on(step, SIZE) and grid.name(step) not in v.where]

def moves(v, seat):
    own = v.pieces[seat]
    return [(cell, to) for cell in own if own[cell] not in MINES for to in [targets(v, cell, seat)] if to]

def label(v, order):
    cell, to = (order.split() + [""])[:2]
    piece = v.pieces[v.seat].get(cell) if v.seat else None
    return f"To {to}" if to else f"{face(piece)} on {cell}" if piece else order.capitalize()

def face(piece):
    return "Mine" if piece in MINES else piece.capitalize()

def enemies(s, cell, seat):
    return [near for near in [grid.name(near) for near in grid.near(grid.cell(cell), SIZE)] if s.where.get(near) == other(seat)]

def winner_of(mine, theirs, minus):
    """Of two numbers: True if the first wins, False if the second does, None if both go; and why."""
    high = abs(mine - theirs) >= 5 if minus else mine + theirs >= 10
    sign = f"the difference is {abs(mine - theirs)}" if minus else f"the sum is {mine + theirs}"
    why = "the numbers are equal" if mine == theirs else f"{sign}, so the {'higher' if high else 'lower'} wins"
    return (None if mine == theirs else (mine > theirs) == high), why

def result(mine, theirs, minus):
    """Whether the mover and the enemy fall, and why."""
    if theirs in MINES:
        return True, True, "the mine blows up both"
    if "king" in [mine, theirs]:
        kings = mine == theirs
        return mine == "king" and not kings, theirs == "king" and not kings, "kings spare each other" if kings else "the king falls"
    wins, why = winner_of(int(mine), int(theirs), minus)
    return wins != True, wins != False, why

def remove(s, cell):
    seat = s.where.pop(cell)
    s.moved.pop(cell, None)
    piece = s.pieces[seat].pop(cell)
    s.shown.pop(cell, None)
    s.fallen[seat].append(piece)
    s.numbers[seat] -= piece in NUMBERS

def battle(s, seat, cell, enemy, memory):
    mine, theirs = s.pieces[seat][cell], s.pieces[other(seat)][enemy]
    minus = sorted([cell, enemy]) in s.signs
    if not memory:
        s.shown[cell], s.shown[enemy] = mine, theirs
    falls, other_falls, why = result(mine, theirs, minus)
    gone = [f"{name(whose)}'s {face(piece)}" for whose, piece, fell in [(seat, mine, falls), (other(seat), theirs, other_falls)] if fell]
    across = " across a minus sign" if minus else ""
    say(f"{name(seat)}'s {face(mine)} on {cell} meets {name(other(seat))}'s {face(theirs)} on {enemy}{across}: {why}. "
        + (f"{' and '.join(gone)} {'leave' if len(gone) > 1 else 'leaves'} the board." if gone else "Nothing falls."))
    for at, fell, piece, killer in [(cell, falls, mine, theirs), (enemy, other_falls, theirs, mine)]:
        if fell:
            story(moment(piece, killer), f"{name(s.where[at])}'s {face(piece)} fell to a {face(killer).lower()}.")
            remove(s, at)

def moment(piece, killer):
    """How much a fall is worth telling."""
    return 70 if piece == "king" else 60 if piece == "10" else 50 if killer in ["1", "2"] else 20

def battles(s, seat, cell, opt):
    """Fights every enemy beside the mover, in the mover's order, until it falls."""
    s.left = enemies(s, cell, seat)
    while s.left and cell in s.where:
        enemy = s.left[0]
        if len(s.left) > 1:
            enemy = ask(
                seat, orders=lambda v: v.left, question="Your piece meets several enemies. Which one does it fight first?",
                label=lambda v, order: f"Fight {order}", seconds=opt.turn_s, missing=lambda v: v.left[0],
            )
        s.left.remove(enemy)
        battle(s, seat, cell, enemy, opt.memory)
        decide(s)

def decide(s):
    """Ends the match where a king has fallen, or nothing but a king is left."""
    lost = [seat for seat in SEATS if "king" in s.fallen[seat] or len(s.pieces[seat]) == 1]
    if lost:
        win(DMO if len(lost) == 2 else other(lost[0]), tie=len(lost) == 2)

def move(s, seat, cell, to, opt):
    """One move; whether it was a step forward or a battle."""
    s.where[to], s.moved[to] = s.where.pop(cell), True
    s.moved.pop(cell, None)
    s.pieces[seat][to] = s.pieces[seat].pop(cell)
    if cell in s.shown:
        s.shown[to] = s.shown.pop(cell)
    s.last = [cell, to]
    say(f"{name(seat)} moves {cell} to {to}.")
    met = enemies(s, to, seat)
    battles(s, seat, to, opt)
    return bool(met) or cell[1] != to[1]

def possible(v):
    return moves(v, v.seat) or ["pass"]

def ask_move(seat, opt):
    first = lambda v: " ".join([f"{cell} {to[0]}" for cell, to in moves(v, v.seat)[:1]]) or "pass"
    return ask(
        seat, orders=possible, question="Your move: which piece, and where to?", label=label,
        seconds=opt.turn_s, reserve=True, missing=first,
    )

def line_up(s, opt, random):
    s.stage = "Set-up"
    given = ask_both(
        set_up, "Your line-up is dealt. Move any pieces, such as: king b8. Or keep it: ready.", seconds=opt.setup_s,
        before_start=opt.lead_s, shown=False, missing="ready", ideas=guarded, label=lambda v, order: face(order.split()[-1]),
    )
    for seat in SEATS:
        s.pieces[seat] = arranged(s.pieces[seat], given[seat])
    s.where = {cell: seat for seat in SEATS for cell in HOME[seat] if cell in s.pieces[seat]}
    say("Both line-ups stand. Fourteen hidden pieces face fourteen.")

def play(s, opt, random):
    s.pieces = each(lambda seat: dict(zip(random.shuffled(HOME[seat]), PIECES)))
    s.where, s.moved, s.shown, s.last, s.left = {}, {}, {}, [], []
    s.fallen, s.numbers = each(lambda seat: []), both(10)
    s.signs = [sorted([grid.name(a), grid.name(b)]) for pair in random.shuffled(BORDERS)[:3] for a, b in pair]
    line_up(s, opt, random)
    seat, quiet, passes, s.count = begins(opt), 0, 0, 0
    while quiet < opt.calm and passes < 2:
        s.count += 1
        s.stage = f"Move {s.count}"
        order = ask_move(seat, opt)
        passes = passes + 1 if order == "pass" else 0
        quiet = 0 if order != "pass" and move(s, seat, *order.split(), opt) else quiet + 1
        seat = other(seat)
    say(f"Nobody advances any more. {name(EC)} keeps {s.numbers[EC]} numbers, {name(DMO)} {s.numbers[DMO]}.")

def begins(opt):
    order = ask(
        opt.advantage, orders=["first", "second"], question="Do you move first or second?",
        seconds=opt.turn_s, missing="first",
    )
    return opt.advantage if order == "first" else other(opt.advantage)

def guarded(v):
    """Line-ups with the king in a corner, between mines."""
    back, ahead = ("9", "8") if v.seat == EC else ("1", "2")
    return [f"king {corner}{back} mine1 {beside}{back} mine2 {corner}{ahead}" for corner, beside in [("a", "b"), ("f", "e")]]

def worth(v):
    """Numbers on the board, and the way of the nearest enemy to the king."""
    own = v.pieces[v.seat]
    king = [grid.cell(cell) for cell in own if own[cell] == "king"]
    ways = [grid.distance(king[0], grid.cell(cell)) for cell in v.where if v.where[cell] != v.seat] if king else []
    return 8 * v.numbers[v.seat] + 3 * min(ways + [6]) if king else -100

def imagine(v, random):
    """The rival's hidden pieces by lot; a mine has not moved."""
    rival = other(v.seat)
    if not v.where:
        return {"pieces": {rival: dict(zip(random.shuffled(HOME[rival]), PIECES))}}
    known = {cell: v.shown[cell] for cell in v.shown if v.where[cell] == rival}
    left = [piece for piece in PIECES if piece not in v.fallen[rival] and piece not in known.values()]
    movers = random.shuffled([piece for piece in left if piece not in MINES])
    hidden = [cell for cell in v.where if v.where[cell] == rival and cell not in known]
    moved = [cell for cell in hidden if cell in v.moved]
    rest = random.shuffled(movers[len(moved):] + [piece for piece in left if piece in MINES])
    dealt = list(zip(moved, movers)) + list(zip([cell for cell in hidden if cell not in v.moved], rest))
    return {"pieces": {rival: dict(list(known.items()) + dealt)}}

SIDE = 96

def middle(cell):
    x, y = grid.cell(cell)
    return 44 + x * SIDE + SIDE // 2, y * SIDE + SIDE // 2

def body(x, y, seat, radius, ink):
    """Round for the EC, a hexagon for the DMO."""
    half, wide = radius // 2, radius - 4
    hexagon = [x, y - radius, x + wide, y - half, x + wide, y + half, x, y + radius, x - wide, y + half, x - wide, y - half]
    return ("circle", x, y, radius, ink) if seat == EC else ("polygon", hexagon, ink)

def token(x, y, seat, piece, ring=False):
    """A piece, with a ring where both players know it."""
    letter = "K" if piece == "king" else "M" if piece in MINES else piece
    words = [("text", x, y + 16, 44, "sunk", letter)] if piece else []
    return ([body(x, y, seat, 41, "accent")] if ring else []) + [body(x, y, seat, 36, seat)] + words

def ground(cell, home, last):
    """A cell, with a frame where the last move began or ended."""
    x, y = middle(cell)
    frame = [("rect", x - 46, y - 46, 92, 92, "accent")] if last else []
    inset = 42 if last else 46
    return frame + [("rect", x - inset, y - inset, 2 * inset, 2 * inset, home)]

def board(v):
    homes = {cell: f"{seat}-dim" for seat in SEATS for cell in HOME[seat]}
    names = [grid.name(cell) for cell in grid.cells(SIZE)]
    return [item for cell in names for item in ground(cell, homes.get(cell, "raised"), cell in v.last)]

def sign(border):
    (x, y), (right, down) = middle(border[0]), middle(border[1])
    x, y = (x + right) // 2, (y + down) // 2
    return [("circle", x, y, 15, "accent"), ("rect", x - 9, y - 3, 18, 6, "sunk")]

def known(v, seat, cell):
    own = v.pieces[seat]
    return own.get(cell) if own else v.shown.get(cell)

def standing(v):
    before = [(seat, cell) for seat in SEATS if v.pieces[seat] and not v.where for cell in v.pieces[seat]]
    return before or [(v.where[cell], cell) for cell in v.where]

def fallen(v, seat, top):
    """The fallen pieces of a seat beside the board, four in a row."""
    title = [("text", 786, top, 28, "muted", f"{name(seat)} has lost")]
    return title + [item for at in range(len(v.fallen[seat]))
                    for item in token(672 + at % 4 * 76, top + 60 + at // 4 * 80, seat, v.fallen[seat][at])]

def scene(v):
    pieces = [item for seat, cell in standing(v) for item in token(*middle(cell), seat, known(v, seat, cell), cell in v.shown)]
    letters = [("text", 44 + at * SIDE + 48, 9 * SIDE + 32, 28, "muted", "abcdef"[at]) for at in range(6)]
    digits = [("text", 18, at * SIDE + 58, 28, "muted", at + 1) for at in range(9)]
    lost = fallen(v, DMO, 40) + fallen(v, EC, 480)
    signs = [item for border in v.signs for item in sign(border)]
    return shapes(9 * SIDE + 40, board(v) + pieces + signs + letters + digits + lost, alt=in_words(v))

def in_words(v):
    signs = ", ".join(["/".join(border) for border in v.signs])
    pieces = ", ".join([f"{cell} {known(v, seat, cell) or 'hidden'} of {name(seat)}" for seat, cell in standing(v)])
    return f"Minus signs: {signs}. Pieces: {pieces}"

RULES = """
# 🎯 In short
The board has columns a–f and rows 1–9. The EC owns rows 7–9 and moves up; the DMO owns rows 1–3 and moves down.
Each player has 14 pieces on 18 cells: the numbers 1 to 10, three mines (M) and a king (K).
Your rival sees where your pieces stand, not what they are. Six borders carry a minus sign.
Take the king, or every piece but the king, and you win.
# ♟️ Move
One piece moves one cell left, right, forward or diagonally forward, or two cells straight forward without jumping.
It never moves back and never onto a piece. Mines do not move.
# ⚔️ Battle
After a move, each enemy beside the moved piece battles it: above, below, left and right. Both pieces are shown.
Two numbers: with a sum of 10 or more the higher wins, with less the lower wins.
Across a minus sign: with a difference of 5 or more the higher wins, with less the lower wins.
Equal numbers both go. A mine and its enemy both go.
A king falls to anything but the other king. Two kings spare each other.
# ✍️ Your order
A random line-up is dealt to you; `ready` keeps it.
`king b8 10 c7 mine1 a9` moves up to four pieces, or all 14. Each changes places with what stands there.
A move: `c7 c6`. You have {turn_s} s, and {reserve_s} s in reserve for the match.
# 🏠 Rulings
! The signs lie in the middle rows 4–6, in mirrored places by lot.
! With several enemies at once the mover chooses the order, until the mover falls.
! The king may move. Pieces that have fought stay shown; with `memory` they are not drawn.
! A player without a legal move passes. After two passes in a row more numbers left win.
! The same holds after {calm} moves in a row without a step forward or a battle. A tie goes to the DMO.
! If both lose at once, the DMO wins.
! The set-up ends {lead_s} s before the start and lasts {setup_s} s at least. A line-up that never comes stays as dealt.
! The player with the Advantage chooses who moves first; that is usually the DMO.
! A player without time and without reserve loses the match.
"""

LINE_UP = {
    EC: "king a9 1 a7 2 b7 3 c7 4 d7 5 e7 6 f7 7 a8 8 b8 9 c8 10 d8 mine1 e8 mine2 f8 mine3 b9",
    DMO: "king a1 10 a3 9 b3 8 c3 7 d3 6 e3 5 f3 4 a2 3 b2 2 c2 1 d2 mine1 e2 mine2 f2 mine3 b1",
}

def begun(first, changed=[]):
    """A match up to its first move, with pieces of the line-ups exchanged."""
    placed = LINE_UP.copy()
    for seat, old, new in changed:
        placed[seat] = placed[seat].replace(old, new)
    return [f"ec {placed[EC]}", f"dmo {placed[DMO]}: Both line-ups stand.", f"dmo {first}"]

KING_AHEAD = [(EC, "king a9 1 a7", "king a7 1 a9"), (DMO, "king a1 10 a3", "king a3 10 a1")]

EXAMPLES = [
    # A sum of 10 or more: the higher wins. Less: the lower wins.
    begun("first") + ["dmo a3 a5", "ec a7 a6: {ec}'s 1 on a6 meets {dmo}'s 10 on a5: the sum is 11, so the higher wins. {ec}'s 1 leaves"],
    begun("first") + ["dmo e3 e5", "ec c7 d6", "dmo e5 e6", "dmo d6: {dmo}'s 6 on e6 meets {ec}'s 3 on d6: the sum is 9, so the lower wins"],
    # A minus sign between b5 and b6: a difference of 5 or more, and of less.
    begun("first") + ["dmo c3 c5", "ec c7 b6", "dmo b3 b5: across a minus sign: the difference is 6, so the higher wins. {ec}'s 3 leaves"],
    begun("first", [(EC, "3 c7", "9 c7"), (EC, "9 c8", "3 c8"), (DMO, "9 b3", "6 b3"), (DMO, "6 e3", "9 e3")])
    + ["dmo c3 c5", "ec c7 b6", "dmo b3 b5: across a minus sign: the difference is 3, so the lower wins. {ec}'s 9 leaves"],
    # Equal numbers both go.
    begun("first") + ["dmo f3 f5", "ec e7 f6: the numbers are equal. {ec}'s 5 and {dmo}'s 5 leave the board."],
    # Two enemies at once, in the mover's order, until the mover falls.
    begun("first", [(EC, "3 c7", "10 c7"), (EC, "10 d8", "3 d8")])
    + ["dmo b3 b5", "ec c7 c6", "dmo d3 d5", "ec c6 c5", "ec d5: {ec}'s 10 on c5 meets {dmo}'s 9 on b5 across a minus sign: the difference is 1, so the lower wins"],
    # A mine takes its enemy along; kings spare each other; a king falls to a number.
    begun("second", [(DMO, "10 a3", "mine1 a3"), (DMO, "mine1 e2", "10 e2")])
    + ["ec a7 a5", "dmo f3 f4", "ec a5 a4: the mine blows up both. {ec}'s 1 and {dmo}'s Mine leave the board."],
    begun("first", KING_AHEAD) + ["dmo a3 a5", "ec a7 a6: kings spare each other. Nothing falls."],
    begun("first", KING_AHEAD[:1]) + ["dmo a3 a5", "ec a7 a6: win dmo"],
    # Players who never answer keep the dealt line-ups, until one of them runs out of reserve.
    ["preset=memory", "calm=2", "ec -", "dmo -", "dmo -", "dmo -"],
]
