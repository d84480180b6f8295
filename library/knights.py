game(
    id="knights-file", name="Knights", version=1, by="Zero (The Genius: Tempo Up)",
    blurb="Spawn, move and claim at the same moment as your rival on a board that pays more as it fills.",
    options={"turn_s": seconds(90, "Time to choose the two actions of a turn")},
    presets={"tempo-up": {"name": "Tempo Up"}},
    score="points", orders="sealed",
)

SIZE, CELLS = (5, 5), grid.names((5, 5))
REACH = {cell: [(to, f"move {cell}-{to}") for to in grid.near(cell, SIZE, KNIGHT)] for cell in CELLS}
HOME = {EC: CELLS[20:], DMO: CELLS[:5]}

def kinds(v, seat):
    """The possible orders of two actions, by the letters of their kinds."""
    own, theirs = v.knights[seat], v.knights[other(seat)]
    free = [cell for cell in HOME[seat] if cell not in own and cell not in theirs]
    jumps = {cell: [jump for jump in REACH[cell] if jump[0] not in own] for cell in own}
    moves, claims = [jump for cell in own for jump in jumps[cell]], [f"claim {cell}" for cell in own]
    words = [word for to, word in moves]
    spawns = [(f"spawn {cell},", [word for to, word in moves if to != cell]) for cell in free]
    return {
        "sm": [pair for pair in spawns if pair[1]],
        "sc": [([f"spawn {cell}," for cell in free], claims)] if free and claims else [],
        "mc": [(word + ",", [f"claim {at}" for at in own if at != cell] + [f"claim {to}"])
               for cell in own for to, word in jumps[cell]],
        "s": [f"spawn {cell}" for cell in free], "m": words, "c": claims,
    }

def orders(v):
    all, pair, count = kinds(v, v.seat), v.pair[v.seat], v.count[v.seat]
    two = [kind for kind in ["sm", "sc", "mc"] if all[kind]]
    left = [kind for kind in two if count < 3 or kind != pair]
    return sum([all[kind] for kind in left or two or ["s", "m", "c"]], [])

def question(v):
    return f"Turn {v.turn}: a claim scores {claim_worth(v)}. Which two actions?"

def claim_worth(v):
    count = len(v.colours)
    return 1 if count < 9 else 2 if count < 16 else 3 if count < 21 else 4 if count < 24 else 5

def ask_turn(s, opt):
    def can(seat):
        return bool(s.knights[seat]) or any(cell not in s.knights[other(seat)] for cell in HOME[seat])
    return ask_both(orders, question, seconds=opt.turn_s, seats=[seat for seat in SEATS if can(seat)])

def actions(order):
    found = {}
    for action in order.split(", ") if order else []:
        kind, squares = action.split()
        found[kind[0]] = squares.split("-")
    return found

def move(s, deeds):
    """Both moves at the same moment."""
    goes = {seat: deeds[seat]["m"] for seat in SEATS if "m" in deeds[seat]}
    for seat in goes:
        s.knights[seat].discard(goes[seat][0])
    to = {seat: goes[seat][1] for seat in goes}
    if len(to) == 2 and to[EC] == to[DMO]:
        s.points[EC] += 1
        s.points[DMO] += 1
        return [f"Two knights meet on {to[EC]}, both gone."]
    told, standing = [], each(lambda seat: s.knights[seat].copy())
    for seat in to:
        if to[seat] in standing[other(seat)]:
            s.knights[other(seat)].discard(to[seat])
            s.points[seat] += 1
            told.append(f"{name(seat)} takes on {to[seat]}.")
    for seat in to:
        s.knights[seat].add(to[seat])
    return told

def claim(s, deeds):
    score, told = claim_worth(s), []
    for seat in SEATS:
        for cell in deeds[seat].get("c", []):
            if cell in s.knights[seat] and cell not in s.colours:
                s.colours[cell] = seat
                s.points[seat] += score
                told.append(f"{name(seat)} colours {cell} (+{score}).")
    return told

def play(s, opt, random):
    s.knights = each(lambda seat: set(HOME[seat]))
    s.colours, s.points, s.pair, s.count, s.still, s.before = {}, both(0), both(""), both(0), 0, []
    for s.turn in range(1, 101):
        s.stage = f"Turn {s.turn}"
        given = ask_turn(s, opt)
        begun, deeds = len(s.colours), each(lambda seat: actions(given[seat]))
        for seat in SEATS:
            letters = "".join([kind for kind in "smc" if kind in deeds[seat]])
            s.count[seat] = s.count[seat] + 1 if letters and letters == s.pair[seat] else 1 if letters else 0
            s.pair[seat] = letters
            for cell in deeds[seat].get("s", []):
                s.knights[seat].add(cell)
        count = len(s.knights[EC]) + len(s.knights[DMO])
        told = move(s, deeds)
        taken = count - len(s.knights[EC]) - len(s.knights[DMO])
        told += claim(s, deeds)
        orders = "; ".join([f"{name(seat)} {given[seat] or 'does nothing'}" for seat in SEATS])
        say(f"{orders}. {' '.join(told)}")
        s.still = s.still + 1 if begun >= 20 and len(s.colours) == begun and not taken else 0
        s.before = s.before[-2:] + [each(lambda seat: sorted(s.knights[seat]))]
        if len(s.colours) == 25 or (s.still >= 3 and s.before[0] == s.before[-1]):
            return

def scene(v):
    looks = {EC: "knights/facing-right", DMO: "knights/facing-left"}
    def shown(at):
        cell = grid.name(at)
        seat = EC if cell in v.knights[EC] else DMO if cell in v.knights[DMO] else None
        return square(seat=seat, sprite=looks.get(seat), fill=f"{v.colours[cell]}-dim" if cell in v.colours else None)
    return grid_of(SIZE, shown)

RULES = """
# 🎯 In short
The board has columns a–e and rows 1–5. Both begin with five knights on their home row: the EC on 5, the DMO on 1.
Each turn both secretly order two actions of different types. Both orders are carried out together.
You score by colouring squares and by taking knights. More points win; a tie goes to the DMO.
# ⚙️ The three actions
**Spawn**: put a new knight on an empty square of your home row. It can neither move nor claim in the same turn.
**Move**: one of your knights jumps as in chess, onto an empty square or an enemy knight.
**Claim**: one of your knights colours the square on which it stands after the moves. It keeps its colour.
A claim scores by the squares coloured before the turn: 0–8: 1, 9–15: 2, 16–20: 3, 21–23: 4, 24: 5.
You may not order the same pair of types more than 3 turns in a row.
# ✍️ Your order
`spawn c5, move b5-a3` or `move b5-c3, claim c3`. If you send nothing in time, you do nothing.
# 🔄 How a turn is carried out
1. Both spawns.
2. Both moves. Two knights that jump to one square are both removed, for 1 point each.
Jumping onto an enemy knight that did not move takes it, for 1 point.
3. Both claims, by knights that are still on the board.
# 🏁 The end
The match ends when all 25 squares are coloured.
! It also ends by repetition: three turns in a row, each begun with 20 or more coloured squares, in which nothing is
  coloured or taken, and the knights stand as two turns before.
! Turn 100 is the last. If the limit alone leaves no pair, it is lifted. A single action is for those without a pair.
"""

EXAMPLES = [
    ["ec move b5-c3, claim c3", "dmo move d1-c3, claim a1: Two knights meet on c3",
     "ec spawn b5, claim a5", "dmo -: {ec} colours a5 (+1)."],
]
