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

SIZE, AHEAD = (6, 9), {EC: -1, DMO: 1}
NUMBERS, MINES = [str(number) for number in range(1, 11)], ["mine1", "mine2", "mine3"]
PIECES = ["king"] + NUMBERS[::-1] + MINES
HOME = {EC: grid.names(SIZE)[36:], DMO: grid.names(SIZE)[:18]}
MIDDLE = grid.cells(SIZE)[18:36]

BORDERS = [(a, b) for a in MIDDLE for b in grid.near(a, SIZE, [(1, 0), (0, 1)]) if b in MIDDLE]
# Each border with the one on the other side of the board's centre.
PAIRS = [[border, mirrored] for border in BORDERS for mirrored in BORDERS
         if border < mirrored and mirrored == tuple([(5 - x, 8 - y) for x, y in border[::-1]])]

def targets(v, cell, seat):
    ahead = AHEAD[seat]
    steps = [(0, ahead), (-1, ahead), (1, ahead), (-1, 0), (1, 0)]
    jump = any(to not in v.where for to in grid.near(cell, SIZE, [(0, ahead)]))
    return [to for to in grid.near(cell, SIZE, steps + ([(0, 2 * ahead)] if jump else [])) if to not in v.where]

def moves(v):
    own = v.pieces[v.seat]
    return [(cell, to) for cell in own if own[cell] not in MINES for to in [targets(v, cell, v.seat)] if to] or ["pass"]

def label(v, order):
    """The piece on the first cell of a move."""
    piece = v.seat and v.pieces[v.seat].get(order)
    return f"{face(piece)} on {order}" if piece else None

def face(piece):
    return "Mine" if piece in MINES else piece.capitalize()

def fallen(piece, minus):
    """Who falls, of a dict with the mover first, and why."""
    if list(piece.values())[1] in MINES:
        return list(piece), "the mine blows up both"
    kings = [seat for seat in piece if piece[seat] == "king"]
    if kings:
        return (kings, "the king falls") if len(kings) == 1 else ([], "kings spare each other")
    numbers = {seat: int(piece[seat]) for seat in piece}
    best = higher(numbers)
    if not best:
        return list(piece), "the numbers are equal"
    count = abs(numbers[EC] - numbers[DMO]) if minus else sum(numbers.values())
    high = count >= (5 if minus else 10)
    why = f"the {'difference' if minus else 'sum'} is {count}, so the {'higher' if high else 'lower'} wins"
    return [other(best) if high else best], why

def battle(s, seat, cell, enemy, memory):
    rival, minus = other(seat), sorted([cell, enemy]) in s.signs
    at, piece = {seat: cell, rival: enemy}, {seat: s.pieces[seat][cell], rival: s.pieces[rival][enemy]}
    if not memory:
        s.shown[cell], s.shown[enemy] = piece[seat], piece[rival]
    lost, why = fallen(piece, minus)
    gone = listed([f"{name(whose)}'s {face(piece[whose])}" for whose in lost])
    leave = f"{gone} {'leave' if len(lost) > 1 else 'leaves'} the board." if lost else "Nothing falls."
    where = f"on {cell} meets {name(rival)}'s {face(piece[rival])} on {enemy}{' across a minus sign' if minus else ''}"
    say(f"{name(seat)}'s {face(piece[seat])} {where}: {why}. {leave}")
    for whose in lost:
        fell, killer = piece[whose], piece[other(whose)]
        weight = 70 if fell == "king" else 60 if fell == "10" else 50 if killer in ["1", "2"] else 20
        story(weight, f"{name(whose)}'s {face(fell)} fell to a {face(killer).lower()}.")
        for entry in [s.where, s.moved, s.shown, s.pieces[whose]]:
            entry.pop(at[whose], None)
        s.fallen[whose].append(fell)
        s.numbers[whose] -= fell in NUMBERS
    out = [whose for whose in SEATS if "king" in s.fallen[whose] or len(s.pieces[whose]) == 1]
    if out:
        win(DMO if len(out) == 2 else other(out[0]), tie=len(out) == 2)

def move(s, seat, cell, to, opt):
    """One move with its battles; whether it was a step forward or a battle."""
    for entry in [s.where, s.pieces[seat], s.shown]:
        if cell in entry:
            entry[to] = entry.pop(cell)
    s.moved.pop(cell, None)
    s.moved[to], s.last = True, [cell, to]
    say(f"{name(seat)} moves {cell} to {to}.")
    s.left = [near for near in grid.near(to, SIZE) if s.where.get(near) == other(seat)]
    counts = bool(s.left) or cell[1] != to[1]
    while s.left and to in s.where:
        enemy = s.left[0]
        if len(s.left) > 1:
            enemy = ask(seat, lambda v: v.left, "Your piece meets several enemies. Which one does it fight first?",
                        label=lambda v, order: f"Fight {order}", seconds=opt.turn_s, missing=FIRST)
        s.left.remove(enemy)
        battle(s, seat, to, enemy, opt.memory)
    return counts

def play(s, opt, random):
    s.pieces = each(lambda seat: dict(zip(random.shuffled(HOME[seat]), PIECES)))
    s.where, s.moved, s.shown, s.last, s.left, s.stage = {}, {}, {}, [], [], "Set-up"
    s.fallen, s.numbers, s.count = each(lambda seat: []), both(10), 0
    s.signs = [sorted([grid.name(a), grid.name(b)]) for pair in random.shuffled(PAIRS)[:3] for a, b in pair]
    line_up(s, "pieces", PIECES, HOME, "Your line-up is dealt. Move any pieces, such as: king b8. Or keep it: ready.",
            opt.setup_s, before_start=opt.lead_s, label=lambda v, order: face(order.split()[-1]), ideas=guarded)
    s.where = {cell: seat for seat in SEATS for cell in HOME[seat] if cell in s.pieces[seat]}
    say("Both line-ups stand. Fourteen hidden pieces face fourteen.")
    seat, quiet, passes = who_begins(opt, "Do you move first or second?", opt.turn_s), 0, 0
    while quiet < opt.calm and passes < 2:
        s.count += 1
        s.stage = f"Move {s.count}"
        order = ask(seat, moves, "Your move: which piece, and where to?", label=label, seconds=opt.turn_s, reserve=True,
                    missing=FIRST)
        passes = passes + 1 if order == "pass" else 0
        quiet = 0 if order != "pass" and move(s, seat, *order.split(), opt) else quiet + 1
        seat = other(seat)
    say(f"Nobody advances any more. {name(EC)} keeps {s.numbers[EC]} numbers, {name(DMO)} {s.numbers[DMO]}.")

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
    hidden = [cell for cell in v.where if v.where[cell] == rival and cell not in known]
    left = without(PIECES, v.fallen[rival] + list(known.values()))
    dealt = deal(random, hidden, left, lambda cell, piece: cell not in v.moved or piece not in MINES)
    return {"pieces": {rival: dict(list(known.items()) + list(dealt.items()))}}

def letter(piece):
    return "K" if piece == "king" else "M" if piece in MINES else piece

def scene(v):
    laid = {cell: seat for seat in SEATS if v.pieces[seat] for cell in v.pieces[seat]}
    def on(at):
        cell = grid.name(at)
        seat, shapes = (v.where or laid).get(cell), []
        for x, y in [grid.cell(border[1]) for border in v.signs if border[0] == cell]:
            x, y = 50 + 52 * (x - at[0]), 50 + 52 * (y - at[1])
            shapes += [("circle", x, y, 17, "accent"), ("rect", x - 10, y - 3, 20, 6, "sunk")]
        piece = v.pieces[seat].get(cell) if seat and v.pieces[seat] else v.shown.get(cell)
        home = [f"{seat}-dim" for seat in SEATS if cell in HOME[seat]] or ["raised"]
        mark = "accent" if cell in v.last else "yellow" if cell in v.shown else None
        return square(letter(piece), fill=home[0], mark=mark, seat=seat, shapes=shapes, alt=None if seat else "")
    def lost(seat):
        return hand(f"{name(seat)} has lost", [card(letter(piece), colour=seat) for piece in v.fallen[seat]])
    minus = "Minus signs: " + ", ".join(["/".join(border) for border in v.signs])
    board = grid_of(SIZE, on)
    return [row([board, column([lost(DMO), lost(EC)])], widths=[5, 3]), text(minus, size="small", colour="muted")]

RULES = """
# 🎯 In short
The EC owns rows 7–9 and moves up; the DMO owns rows 1–3 and moves down.
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
A random line-up is dealt; `ready` keeps it. `king b8 10 c7` moves up to four pieces, or all 14, to cells of your rows.
Each changes places with what stands there. A move: `c7 c6`. A yellow frame shows pieces that have fought.
# 🏠 Rulings
! The signs lie in the middle rows 4–6, in mirrored places by lot.
! With several enemies at once the mover chooses the order, until the mover falls.
! The king may move. Pieces that have fought stay shown; with `memory` they are not drawn.
! A player without a legal move passes. After two passes in a row more numbers left win.
! The same holds after {calm} moves in a row without a step forward or a battle. A tie goes to the DMO.
! If both lose at once, the DMO wins.
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

KINGS = [(EC, "king a9 1 a7", "king a7 1 a9"), (DMO, "king a1 10 a3", "king a3 10 a1")]
SIGNED = [(EC, "3 c7", "9 c7"), (EC, "9 c8", "3 c8"), (DMO, "9 b3", "6 b3"), (DMO, "6 e3", "9 e3")]

EXAMPLES = [
    # A sum of 10 or more: the higher wins. Less: the lower wins.
    begun("first") + ["dmo a3 a5", "ec a7 a6: 1 on a6 meets {dmo}'s 10 on a5: the sum is 11, so the higher wins."],
    begun("first") + ["dmo e3 e5", "ec c7 d6", "dmo e5 e6", "dmo d6: {ec}'s 3 on d6: the sum is 9, so the lower"],
    # A minus sign between b5 and b6: a difference of 5 or more, and of less.
    begun("first") + ["dmo c3 c5", "ec c7 b6", "dmo b3 b5: minus sign: the difference is 6, so the higher wins."],
    begun("first", SIGNED) + ["dmo c3 c5", "ec c7 b6", "dmo b3 b5: the difference is 3, so the lower wins."],
    # Equal numbers both go.
    begun("first") + ["dmo f3 f5", "ec e7 f6: the numbers are equal. {ec}'s 5 and {dmo}'s 5 leave the board."],
    # Two enemies at once, in the mover's order, until the mover falls.
    begun("first", [(EC, "3 c7", "10 c7"), (EC, "10 d8", "3 d8")]) + [
        "dmo b3 b5", "ec c7 c6", "dmo d3 d5", "ec c6 c5",
        "ec d5: {ec}'s 10 on c5 meets {dmo}'s 9 on b5 across a minus sign: the difference is 1, so the lower wins"],
    # A mine takes its enemy along; kings spare each other; a king falls to a number.
    begun("second", [(DMO, "10 a3", "mine1 a3"), (DMO, "mine1 e2", "10 e2")]) + [
        "ec a7 a5", "dmo f3 f4", "ec a5 a4: the mine blows up both. {ec}'s 1 and {dmo}'s Mine leave the board."],
    begun("first", KINGS) + ["dmo a3 a5", "ec a7 a6: kings spare each other. Nothing falls."],
    begun("first", KINGS[:1]) + ["dmo a3 a5", "ec a7 a6: win dmo"],
    # Players who never answer keep the dealt line-ups, until one of them runs out of reserve.
    ["preset=memory", "calm=2", "ec -", "dmo -", "dmo -", "dmo -"],
]
