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
HOME, MIDDLE = {EC: grid.names(SIZE)[36:], DMO: grid.names(SIZE)[:18]}, grid.names(SIZE)[18:36]
ACROSS = dict(zip(MIDDLE, MIDDLE[::-1]))
BORDERS = [(a, b) for a in MIDDLE for b in grid.near(a, SIZE, [(1, 0), (0, 1)]) if b in MIDDLE]
PAIRS = [[(a, b), (ACROSS[b], ACROSS[a])] for a, b in BORDERS if (a, b) < (ACROSS[b], ACROSS[a])]

def moves(v):
    own, ahead, found = v.pieces[v.seat], AHEAD[v.seat], []
    for cell in [cell for cell in own if own[cell] not in MINES]:
        straight = slide(cell, SIZE, [(0, ahead)], lambda to: to in v.where)[:2]
        other_ways = grid.near(cell, SIZE, [(-1, ahead), (1, ahead), (-1, 0), (1, 0)])
        found.append((cell, [to for to in straight + other_ways if to not in v.where]))
    return [move for move in found if move[1]] or ["pass"]

def face(piece):
    return "Mine" if piece in MINES else piece.capitalize()

def letter(piece):
    return piece if piece in NUMBERS else face(piece)[0]

def label(v, order):
    """The piece on the first cell of a move."""
    piece = v.seat and v.pieces[v.seat].get(order)
    return f"{face(piece)} on {order}" if piece else None

def fallen(piece, met, minus):
    """Who falls, of a dict with both pieces, and why."""
    kings = [seat for seat in piece if piece[seat] == "king"]
    if met in MINES:
        return SEATS, "the mine blows up both"
    if kings:
        return (kings, "the king falls") if len(kings) == 1 else ([], "kings spare each other")
    numbers = each(lambda seat: int(piece[seat]))
    best, count = higher(numbers), abs(numbers[EC] - numbers[DMO]) if minus else sum(numbers.values())
    if not best:
        return SEATS, "the numbers are equal"
    high = count >= (5 if minus else 10)
    why = f"the {'difference' if minus else 'sum'} is {count}, so the {'higher' if high else 'lower'} wins"
    return [other(best) if high else best], why

def battle(s, seat, cell, enemy, memory):
    minus, at = tuple(sorted([cell, enemy])) in s.signs, {seat: cell, other(seat): enemy}
    piece = each(lambda whose: s.pieces[whose][at[whose]])
    owned = each(lambda whose: f"{name(whose)}'s {face(piece[whose])}")
    s.shown.update({} if memory else {at[whose]: piece[whose] for whose in SEATS})
    lost, why = fallen(piece, piece[other(seat)], minus)
    gone = f"{listed([owned[whose] for whose in lost])} {'leave' if len(lost) > 1 else 'leaves'} the board."
    say(f"{owned[seat]} on {cell} meets {owned[other(seat)]} on {enemy}{' across a minus sign' if minus else ''}: {why}. "
        f"{gone if lost else 'Nothing falls.'}")
    for whose in lost:
        fell, killer = piece[whose], piece[other(whose)]
        weight = 70 if fell == "king" else 60 if fell == "10" else 50 if killer in ["1", "2"] else 20
        story(weight, f"{owned[whose]} fell to a {face(killer).lower()}.")
        for entry in [s.where, s.shown, s.pieces[whose]]:
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
    s.moved.append(to)
    s.last = [cell, to]
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
    s.where, s.moved, s.shown, s.last, s.left, s.stage = {}, [], {}, [], [], "Set-up"
    s.fallen, s.numbers, s.signs = each(lambda seat: []), both(10), sum(random.shuffled(PAIRS)[:3], [])
    line_up(s, "pieces", PIECES, HOME, "Your line-up is dealt. Move any pieces, such as: king b8. Or keep it: ready.",
            opt.setup_s, before_start=opt.lead_s, label=lambda v, order: face(order.split()[-1]), ideas=guarded)
    s.where = {cell: seat for seat in SEATS for cell in HOME[seat] if cell in s.pieces[seat]}
    say("Both line-ups stand. Fourteen hidden pieces face fourteen.")
    seat, count, quiet, passes = who_begins(opt, "Do you move first or second?", opt.turn_s), 0, 0, 0
    while quiet < opt.calm and passes < 2:
        count += 1
        s.stage = f"Move {count}"
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
    king = [cell for cell, piece in v.pieces[v.seat].items() if piece == "king"]
    ways = [grid.distance(king[0], cell) for cell in v.where if king and v.where[cell] != v.seat]
    return 8 * v.numbers[v.seat] + 3 * min(ways + [6]) if king else -100

def imagine(v, random):
    """The rival's hidden pieces by lot; a mine has not moved."""
    rival = other(v.seat)
    if not v.where:
        return {"pieces": {rival: dict(zip(random.shuffled(HOME[rival]), PIECES))}}
    pieces = {cell: piece for cell, piece in v.shown.items() if v.where[cell] == rival}
    hidden = [cell for cell in v.where if v.where[cell] == rival and cell not in pieces]
    left = without(PIECES, v.fallen[rival] + list(pieces.values()))
    pieces.update(deal(random, hidden, left, lambda cell, piece: cell not in v.moved or piece not in MINES))
    return {"pieces": {rival: pieces}}

def scene(v):
    laid = {cell: seat for seat in SEATS if v.pieces[seat] for cell in v.pieces[seat]}
    def on(at):
        cell = grid.name(at)
        seat, shapes = (v.where or laid).get(cell), []
        for x, y in [grid.cell(b) for a, b in v.signs if a == cell]:
            x, y = 50 + 52 * (x - at[0]), 50 + 52 * (y - at[1])
            shapes += [("circle", x, y, 17, "accent"), ("rect", x - 10, y - 3, 20, 6, "sunk")]
        piece = v.pieces[seat].get(cell) if seat and v.pieces[seat] else v.shown.get(cell)
        fill = [f"{whose}-dim" for whose in SEATS if cell in HOME[whose]] or ["raised"]
        mark = "accent" if cell in v.last else "yellow" if cell in v.shown else None
        return square(piece and letter(piece), fill=fill[0], mark=mark, seat=seat, shapes=shapes, alt=None if seat else "")
    def lost(seat):
        return hand(f"{name(seat)} has lost", [card(letter(piece), colour=seat) for piece in v.fallen[seat]])
    minus = "Minus signs: " + ", ".join([f"{a}/{b}" for a, b in v.signs])
    return [row([grid_of(SIZE, on), column([lost(DMO), lost(EC)])], widths=[5, 3]), text(minus, size="small", colour="muted")]

RULES = """
# 🎯 In short
The EC owns rows 7–9 and moves up; the DMO owns rows 1–3 and moves down.
Each player has 14 pieces on 18 cells: the numbers 1 to 10, three mines (M) and a king (K).
Your rival sees where your pieces stand, not what they are.
Take the king, or every piece but the king, and you win.
# ♟️ Move
One piece moves one cell left, right, forward or diagonally forward, or two cells straight forward without jumping.
It never moves onto a piece. Mines do not move.
# ⚔️ Battle
After a move, each enemy above, below, left and right of the moved piece battles it. Both pieces are shown.
Two numbers: with a sum of 10 or more the higher wins, with less the lower. Equal numbers both go.
Across a minus sign the difference counts: with 5 or more the higher wins, with less the lower.
A mine and its enemy both go. A king falls to anything but the other king. Two kings spare each other.
# ✍️ Your order
A random line-up is dealt; `ready` keeps it. `king b8 10 c7` moves up to four pieces, or all 14, to cells of your rows.
Each changes places with what stands there. A move: `c7 c6`. A yellow frame shows pieces that have fought.
# 🏠 Rulings
! Six borders of the rows 4–6 carry a minus sign, in mirrored places by lot.
! With several enemies at once the mover chooses the order, until the mover falls.
! The king may move. Pieces that have fought stay shown; with `memory` they are not drawn.
! A player without a legal move passes. More numbers left win after two passes in a row, or {calm} moves
  without a step forward or a battle. A tie goes to the DMO, also if both lose at once.
"""

def begun(ec, dmo, first="first"):
    """A match up to its first move, after each player has moved up to four pieces of the line-up."""
    return [f"ec {ec}", f"dmo {dmo}: Both line-ups stand.", f"dmo {first}"]

EXAMPLES = [
    # A sum of 10 or more: the higher wins. Less: the lower wins. Equal numbers both go.
    begun("1 a7", "10 a3") + ["dmo a3 a5", "ec a7 a6: 1 on a6 meets {dmo}'s 10 on a5: the sum is 11, so the higher wins."],
    begun("3 a7", "6 a3") + ["dmo a3 a5", "ec a7 a6: {dmo}'s 6 on a5: the sum is 9, so the lower wins. {dmo}'s 6 leaves"],
    begun("5 a7", "5 a3") + ["dmo a3 a5", "ec a7 a6: numbers are equal. {ec}'s 5 and {dmo}'s 5 leave the board."],
    # A minus sign: a difference of 5 or more, and of less.
    begun("3 b7", "9 b3") + ["dmo b3 b5", "ec b7 b6: minus sign: the difference is 6, so the higher wins."],
    begun("9 b7", "6 b3") + ["dmo b3 b5", "ec b7 b6: minus sign: the difference is 3, so the lower wins."],
    # Two enemies at once, in the mover's order, until the mover falls.
    begun("10 c7", "9 b3 7 d3") + ["dmo b3 b5", "ec c7 c6", "dmo d3 d5", "ec c6 c5",
     "ec d5: {ec}'s 10 on c5 meets {dmo}'s 9 on b5 across a minus sign: the difference is 1, so the lower wins."],
    # A mine takes its enemy along; kings spare each other; a king falls to a number.
    begun("1 a7", "mine1 a3 4 f3", "second") + ["ec a7 a5", "dmo f3 f4", "ec a5 a4: blows up both. {ec}'s 1 and {dmo}'s Mine leave"],
    begun("king a7", "king a3") + ["dmo a3 a5", "ec a7 a6: kings spare each other. Nothing falls."],
    begun("king a7", "10 a3") + ["dmo a3 a5", "ec a7 a6: win dmo"],
    # Players who never answer keep the dealt line-ups, until one of them runs out of reserve.
    ["preset=memory", "calm=2", "ec -", "dmo -", "dmo -", "dmo -"],
]
