game(
    id="knights-file", name="Knights", version=1, by="Zero (The Genius: Tempo Up)",
    blurb="Spawn, move and claim at the same moment as your rival on a board that pays more as it fills.",
    options={"turn_s": seconds(90, "Time to choose the two actions of a turn")},
    presets={"tempo-up": {"name": "Tempo Up"}},
    score="points", orders="sealed",
)

SIZE, CELLS = (5, 5), grid.names((5, 5))
HOME = {EC: CELLS[20:], DMO: CELLS[:5]}

def claim_worth(v):
    return 1 + len([least for least in [9, 16, 21, 24] if len(v.colours) >= least])

def orders(v):
    """Two actions of different types, but no pair of types four turns in a row where another is possible."""
    own = [cell for cell in CELLS if v.knights.get(cell) == v.seat]
    free = [cell for cell in HOME[v.seat] if cell not in v.knights]
    jumps = [(cell, to) for cell in own for to in grid.near(cell, SIZE, KNIGHT) if to not in own]
    pairs = {
        "spawn move": [(f"spawn {cell},", f"move {at}-{to}") for cell in free for at, to in jumps if to != cell],
        "spawn claim": [(f"spawn {cell},", f"claim {at}") for cell in free for at in own],
        "move claim": [(f"move {at}-{to},", f"claim {cell}") for at, to in jumps for cell in own + [to] if cell != at],
    }
    may = [pairs[types] for types in pairs if v.past[v.seat] != [types] * 3]
    rest = [f"move {at}-{to}" for at, to in jumps] + [f"claim {cell}" for cell in own]
    return sum(may, []) or sum(pairs.values(), []) or [f"spawn {cell}" for cell in free] + rest

def move(s, jumps):
    """Both jumps, from cell to cell, at the same moment; gives what happens."""
    goal = {seat: jumps[seat][1] for seat in jumps}
    for at, to in jumps.values():
        del s.knights[at]
    if len(goal) == 2 and goal[EC] == goal[DMO]:
        s.points = each(lambda seat: s.points[seat] + 1)
        return [f"Two knights meet on {goal[EC]}, both gone."]
    takers = [seat for seat in goal if goal[seat] in s.knights]
    for seat in goal:
        s.knights[goal[seat]] = seat
        s.points[seat] += seat in takers
    return [f"{name(seat)} takes on {goal[seat]}." for seat in takers]

def play(s, opt, random):
    s.knights = {cell: seat for seat in SEATS for cell in HOME[seat]}
    s.colours, s.points, s.past, quiet, stood = {}, both(0), each(lambda seat: []), 0, []
    for turn in range(1, 101):
        s.stage, score, late = f"Turn {turn}", claim_worth(s), len(s.colours) >= 20
        able = [seat for seat in SEATS if seat in s.knights.values() or set(HOME[seat]) - set(s.knights)]
        given = ask_both(orders, lambda v: f"{v.stage}: a claim scores {claim_worth(v)}. Which two actions?",
                         seconds=opt.turn_s, seats=able)
        acts = each(lambda seat: given[seat].split(", ") if given[seat] else [])
        acts = each(lambda seat: dict([act.split() for act in acts[seat]]))
        for seat in SEATS:
            s.past[seat] = s.past[seat][-2:] + [" ".join(acts[seat])]
            if "spawn" in acts[seat]:
                s.knights[acts[seat]["spawn"]] = seat
        jumps = {seat: acts[seat]["move"].split("-") for seat in SEATS if "move" in acts[seat]}
        told = move(s, jumps)
        for seat in SEATS:
            cell = acts[seat].get("claim")
            if s.knights.get(cell) == seat and cell not in s.colours:
                s.colours[cell] = seat
                s.points[seat] += score
                told.append(f"{name(seat)} colours {cell} (+{score}).")
        ordered = [f"{name(seat)}: {given[seat] or 'nothing'}." for seat in SEATS]
        say(" ".join(ordered + told))
        quiet = quiet + 1 if late and not told else 0
        stood.append(sorted(s.knights.items()))
        if len(s.colours) == 25 or quiet >= 3 and stood[-1] == stood[-3]:
            return

def scene(v):
    def on(at):
        cell = grid.name(at)
        seat, ground = v.knights.get(cell), f"{v.colours[cell]}-dim" if cell in v.colours else None
        look = {EC: "knights/facing-right", DMO: "knights/facing-left"}.get(seat)
        return square(seat=seat, sprite=look, fill=ground)
    return grid_of(SIZE, on)

RULES = """
# 🎯 In short
Both begin with five knights on their home row: the EC on row 5, the DMO on row 1.
Each turn both secretly order two actions of different types. Both orders are carried out together.
You score by colouring squares and by taking knights. More points win; a tie goes to the DMO.
# ⚙️ The three actions
**Spawn**: put a new knight on an empty square of your home row. It does nothing else in the same turn.
**Move**: one of your knights jumps as in chess, onto an empty square or an enemy knight.
**Claim**: one of your knights colours the square on which it stands after the moves. It keeps its colour.
A claim scores by the squares coloured before the turn: 0–8: 1, 9–15: 2, 16–20: 3, 21–23: 4, 24: 5.
You may not order the same pair of types more than 3 turns in a row.
# 🔄 How a turn is carried out
1. Both spawns.
2. Both moves. Jumping onto an enemy knight that did not move takes it, for 1 point.
Two knights that jump to one square are both removed, for 1 point each.
3. Both claims, by knights that are still on the board.
# ✍️ Your order
`spawn c5, move b5-a3` or `move b5-c3, claim c3`. If you send nothing in time, you do nothing.
# 🏁 The end
The match ends when all 25 squares are coloured, or after turn 100.
! It also ends by repetition: three turns in a row, each begun with 20 or more coloured squares, in which
  nothing is coloured or taken, and the knights stand as two turns before.
! If the limit alone leaves no pair, it is lifted. A single action is for those without a pair.
"""

EXAMPLES = [
    ["ec move b5-c3, claim c3", "dmo move d1-c3, claim a1: Two knights meet on c3",
     "ec spawn b5, claim a5", "dmo -: {ec} colours a5 (+1)."],
]
