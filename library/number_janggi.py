game(
    id="number-janggi", name="Number Janggi", version=1, by="the makers of The Genius: Grand Final",
    blurb="March hidden numbers into battle, where the sum decides whether high or low wins, and take the king.",
    options={
        "turn_s": seconds(60, "Time for each move"),
        "setup_s": seconds(300, "Time for the set-up at least, unless both are ready"),
        "calm": whole(40, 2, 200, "Moves in a row without a step forward or a lost piece that end the match"),
        "memory": flag(False, "Pieces that have fought are not drawn"),
        "reserve_s": reserve(300),
    },
    presets={"standard": {}, "memory": {"memory": True}},
    state={"pieces": owner}, score="numbers", unit="numbers left", advantage="chooses who moves first",
)

SIZE, NAMES = (6, 9), grid.names((6, 9))
HOME = {EC: NAMES[36:], DMO: NAMES[17::-1]}
PIECES = ["K", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "M1", "M2", "M3"]
GUARDED = {EC: ["K a9 M1 b9 M2 a8", "K f9 M1 e9 M2 f8"], DMO: ["K a1 M1 b1 M2 a2", "K f1 M1 e1 M2 f2"]}
BORDERS = [(a, b) for a in NAMES[18:24] for b in grid.near(a, SIZE, [(1, 0), (0, 1)])]

def moves(v, seat=None):
    seat, found = seat or v.seat, []
    own, ahead = v.pieces[seat], -1 if seat == EC else 1
    for cell in own:
        straight = slide(cell, SIZE, [(0, ahead)], lambda to: to in v.where)[:2]
        other_ways = grid.near(cell, SIZE, [(-1, ahead), (1, ahead), (-1, 0), (1, 0)])
        found.append((cell, [to for to in straight + other_ways if to not in v.where]))
    return [(cell, free) for cell, free in found if free and "M" not in own[cell]]

def losers(ec, dmo, minus):
    if "M" in ec + dmo or ec == dmo != "K":
        return SEATS
    if "K" in [ec, dmo]:
        return [] if ec == dmo else [EC if ec == "K" else DMO]
    high, low = (EC, DMO) if int(ec) > int(dmo) else (DMO, EC)
    high_wins = abs(int(ec) - int(dmo)) >= 5 if minus else int(ec) + int(dmo) >= 10
    return [low if high_wins else high]

def battle(s, seat, cell, enemy, memory):
    at, minus = {seat: cell, other(seat): enemy}, {cell, enemy} in [set(border) for border in s.signs]
    piece = each(lambda whose: s.pieces[whose][at[whose]])
    words = each(lambda whose: f"{name(whose)}'s {piece[whose]}")
    lost = losers(piece[EC], piece[DMO], minus)
    say(f"{words[seat]} on {cell} meets {words[other(seat)]} on {enemy}{' across a minus sign' if minus else ''}. "
        f"Lost: {listed([words[whose] for whose in lost]) or 'nothing'}.{' The king has fallen!' if 'K' in [piece[whose] for whose in lost] else ''}")
    if not memory:
        s.shown.update({cell: piece[seat], enemy: piece[other(seat)]})
    for whose in lost:
        for entry in [s.pieces[whose], s.where, s.shown]:
            entry.pop(at[whose], None)
        s.fallen[whose].append(piece[whose])
        s.calm, s.numbers[whose] = 0, s.numbers[whose] - piece[whose].isdigit()
    out = [whose for whose in SEATS if "K" in s.fallen[whose] or len(s.pieces[whose]) == 1]
    if out:
        win(DMO if len(out) == 2 else other(out[0]), tie=len(out) == 2)

def move(s, seat, cell, to, opt):
    for entry in [s.pieces[seat], s.where, s.shown]:
        if cell in entry:
            entry[to] = entry.pop(cell)
    s.moved.append(to)
    say(f"{name(seat)} moves {cell} to {to}.")
    s.enemies = [near for near in grid.near(to, SIZE) if s.where.get(near) == other(seat)]
    s.calm = 0 if cell[1] != to[1] else s.calm + 1
    while s.enemies and to in s.where:
        enemy = s.enemies[0] if len(s.enemies) == 1 else ask(
            seat, lambda v: v.enemies, "Which enemy does it fight first?", seconds=opt.turn_s, missing=FIRST)
        s.enemies.remove(enemy)
        battle(s, seat, to, enemy, opt.memory)

def play(s, opt, random):
    s.pieces = each(lambda seat: dict(zip(HOME[seat], random.shuffled(PIECES))))
    s.where = {cell: seat for seat in SEATS for cell in s.pieces[seat]}
    s.signs = [(a.replace("4", row), b.replace("4", row)) for a, b in random.shuffled(BORDERS)[:3] for row in "46"]
    s.fallen, s.numbers, s.shown, s.moved, s.stage = each(lambda seat: []), both(10), {}, [], "Set-up"
    line_up(s, "pieces", PIECES, HOME, lambda v: f"Your pieces are dealt by lot. `ready` keeps them; `K {HOME[v.seat][7]}` "
            "puts the king there.", opt.setup_s, before_start=3600, ideas=lambda v: GUARDED[v.seat])
    s.where = {cell: seat for seat in SEATS for cell in s.pieces[seat]}
    seat, passes, s.calm = who_begins(opt, "Do you move first or second?", opt.turn_s), 0, 0
    say(f"{name(seat)} moves first.")
    while s.calm < opt.calm and passes < 2:
        passes, s.stage = 0 if moves(s, seat) else passes + 1, f"Move {len(s.moved) + 1}"
        if passes:
            say(f"{name(seat)} has no legal move and passes.")
        else:
            move(s, seat, *ask(seat, moves, "Your move?", seconds=opt.turn_s, reserve=True, missing=FIRST,
                               label=lambda v, said: f"{said}: your {v.pieces[v.seat][said]}" if said in v.pieces[v.seat] else None,
                               hint=lambda v, said: None if said else "Which piece? Mines do not move.").split(), opt)
        seat = other(seat)

def worth(v):
    king = [cell for cell, piece in v.pieces[v.seat].items() if piece == "K"][0]
    return 8 * v.numbers[v.seat] + 3 * min([grid.distance(king, to) for to in v.where if v.where[to] != v.seat])

def imagine(v, random):
    """The rival's pieces by lot; those that have fought are known, and a mine has not moved."""
    rival = other(v.seat)
    def fits(cell, piece):
        return v.shown.get(cell, piece) == piece and ("M" not in piece or cell not in v.moved)
    cells = [cell for cell in v.where if v.where[cell] == rival]
    return {"pieces": {rival: deal(random, cells, without(PIECES, v.fallen[rival]), fits)}}

def scene(v):
    def on(at):
        cell = grid.name(at)
        seat = v.where.get(cell)
        piece = v.pieces[seat].get(cell) if seat and v.pieces[seat] else v.shown.get(cell)
        ground = "dmo-dim" if at[1] < 3 else "ec-dim" if at[1] > 5 else "raised"
        minus = [("rect", 30 + 50 * (x - at[0]), 45 + 50 * (y - at[1]), 40, 10, "accent") for a, b in v.signs if a == cell for x, y in [grid.cell(b)]]
        mark = "yellow" if cell in v.shown else "accent" if cell in v.moved[-1:] else None
        return square(piece, fill=ground, mark=mark, seat=seat, shapes=minus)
    lost = [text(f"{name(seat)} has lost: {', '.join(v.fallen[seat]) or 'nothing'}", colour=seat) for seat in SEATS]
    return [grid_of(SIZE, on), text("Minus signs: " + ", ".join(["/".join(sign) for sign in v.signs]))] + lost

RULES = """
# 🎯 In short
You have 14 pieces on your three rows: the numbers 1 to 10, a king (K) and three mines (M1 to M3).
Your rival sees where they stand, not what they are. Take the king, or every piece but the king, and you win.
# ⚔️ Move and battle
A piece moves to a free cell: one left, right, forward or diagonally forward, or two straight forward without jumping.
After a move, each enemy above, below, left and right of the moved piece battles it. Both pieces are shown.
Two numbers: with a sum of 10 or more the higher wins, with less the lower. Equal numbers both go.
Across a minus sign the difference counts: with 5 or more the higher wins, with less the lower.
A mine does not move; it and its enemy both go. A king falls to anything but the other king.
# ✍️ Your order
Your pieces are dealt by lot. `ready` keeps them so.
`K b8 10 c7` puts the king on b8 and the 10 on c7. Each changes places with what stands there. Name up to four pieces, or all 14.
A move: `c7 c6`. A yellow frame shows a piece that has fought, a white one the last move.
# 🏠 Rulings
! Six borders of the rows 4–6 carry a minus sign, in mirrored places by lot.
! With several enemies at once the mover chooses the order, until the mover falls. Too late: above, right, below, left.
! The king may move. Pieces that have fought stay shown; with `memory` they are not drawn.
! Without a legal move you pass, unasked. More numbers left win after two passes in a row, or {calm} moves without a step forward or a lost piece. A tie goes to the DMO, also if both lose at once.
"""

# The EC's row 7 is 1 9 3 5 8 K, the DMO's row 3 is M1 3 6 5 7 K.
START = ["draw 1 9 3 5 8 K" + 8 * " *" + " K 7 5 6 3 M1" + 8 * " *", "draw b4 b5, e4 e5, a4 b4",
         "ec ready", "dmo ready", "dmo first: {dmo} moves first."]
KINGS = ["dmo f3 f5", "ec f7 f6: Lost: nothing.", "dmo e3 e5", "ec b7 b5", "dmo e5 e6"]

EXAMPLES = [
    START + ["dmo c3 c5", "ec c7 c6: {ec}'s 3 on c6 meets {dmo}'s 6 on c5. Lost: {dmo}'s 6.",
             "dmo d3 d5", "ec d7 d6: Lost: {ec}'s 5 and {dmo}'s 5."],
    START + ["dmo b3 b5", "ec b7 b6: a minus sign. Lost: {dmo}'s 3.", "dmo e3 e5", "ec e7 e6: sign. Lost: {ec}'s 8."],
    START + ["dmo c3 c4", "ec a7 a5", "dmo c4 c5", "ec a5 a4: Lost: {ec}'s 1 and {dmo}'s M1."],
    START + KINGS + ["dmo f6: win dmo"],
    START + KINGS + ["dmo e7: {dmo}'s 7 on e6 meets {ec}'s 8 on e7. Lost: {dmo}'s 7.", "ec f6 e6"],
    ["preset=memory", "calm=2", "ec K b8 10 c7", "dmo K e2", "dmo -", "dmo -"],
]
