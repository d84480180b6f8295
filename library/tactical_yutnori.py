game(
    id="tactical-yutnori", name="Tactical Yutnori", version=1, by="the makers of The Genius",
    blurb="Two secret numbers make every throw: race two pieces home and catch your rival's.",
    options={"throw_s": seconds(60, "Time to pick a number for a throw"), "move_s": seconds(60, "Time for each move of a piece"),
             "turns": whole(100, 20, 300, "Turns at most, of both players together")},
    presets={"live": {}, "forum": {"name": "Forum, 24 hours", "throw_s": 86400, "move_s": 86400}},
    score="home", unit="pieces home", orders="both", advantage="throws first",
)

# Points 0 to 19 are the rim, 20 is the centre. On the first of its paths home a piece keeps its line.
RIM, DOWN, ACROSS = list(range(20)) + [0], [5, 21, 22, 20, 23, 24, 15], [10, 25, 26, 20, 27, 28, 0]
PATHS = [RIM, RIM[:5] + DOWN + RIM[16:], RIM[:10] + ACROSS, RIM[:5] + DOWN[:4] + ACROSS[4:],
         RIM[:10] + ACROSS[:4] + DOWN[4:] + RIM[16:]]
LEADS = {"0": ("0", "5 steps, back or 2"), "1": ("1", "back, 2 or 3"), "2": ("2", "2, 3 or 4 steps")}
THROWS = ["5", "back", "2", "3", "4"]

def ways(way, throw):
    """The possible ways of a piece with a throw, by the word for each; where it stops on a corner it may turn."""
    found = along(PATHS, way, -1 if throw == "back" else int(throw))
    return {(" diagonal" if to in (21, 25, 27) else " rim") if len(found) > 1 else "": found[to] for to in found}

def pieces_at(v, seat, point):
    return [pieces for pieces, way in v.ways[seat].items() if (way or ["off"])[-1] == point]

def moves(v):
    """All moves with the stored throws: the way after each, by its order."""
    return {f"{pieces} {throw}{turn}{end}": way for pieces, old in v.ways[v.turn].items() for throw in v.throws
            for turn, way in ways(old, throw).items() for end in ([" join", " apart"] if pieces_at(v, v.turn, way[-1]) else [""])}

def move(s, seat, order, way):
    """Moves pieces, with all that happens where they stop."""
    rival, (pieces, throw), point = other(seat), order.split()[:2], way[-1]
    s.throws.remove(throw)
    del s.ways[seat][pieces]
    say(f"{name(seat)} moves {pieces} {throw if throw == 'back' else f'{throw} steps'} to {f'point {point}' if point else 'home'}.")
    for caught in pieces_at(s, rival, point):
        say(f"{name(seat)} catches {name(rival)}'s {caught}!")
        del s.ways[rival][caught]
        s.ways[rival].update({piece: [] for piece in caught})
    for joined in pieces_at(s, seat, point) if "join" in order else []:
        del s.ways[seat][joined]
        pieces += joined
    if point:
        s.ways[seat]["".join(sorted(pieces))] = way
    s.home[seat] = len(set("ab") - set("".join(s.ways[seat])))

def play(s, opt, random):
    s.ways, s.home, s.throws, s.turn = each(lambda seat: {piece: [] for piece in "abd"}), both(0), [], opt.advantage
    for turn in range(1, opt.turns + 1):
        s.stage = f"Turn {turn}"
        while not s.throws or s.throws[-1] in "45":
            picks = ask_both(["0", "1", "2"], lambda v: f"{name(v.turn)}'s throw: 0, 1 or 2?", opt.throw_s, "1", label=LEADS)
            s.throws.append(THROWS[int(picks[EC]) + int(picks[DMO])])
            say(f"{versus(picks, 'picks')}: {'a step back' if s.throws[-1] == 'back' else s.throws[-1] + ' steps'} for {name(s.turn)}.")
        while moves(s):
            order = ask(s.turn, lambda v: list(moves(v)), "Your move?", opt.move_s, FIRST, label=lambda v, order: order)
            move(s, s.turn, order, moves(s)[order])
            if s.home[s.turn] == 2:
                win(s.turn)
        if s.throws:
            say(f"{name(s.turn)} has no piece that can step back: the throw is void.")
        s.throws, s.turn = [], other(s.turn)

def worth(v):
    """How near both true pieces are to home on their lines."""
    left = [to_go(PATHS, way) for pieces, way in v.ways[v.seat].items() for piece in pieces if piece != "d"]
    return None if v.throws else 100 - 4 * sum(left)

def scene(v):
    off = [text(f"{name(seat)} off the board: {listed(pieces_at(v, seat, 'off')) or 'none'}", colour=seat) for seat in SEATS]
    corners = {0: (798, 700), 5: (798, 40), 10: (138, 40), 15: (138, 700)}
    board = points_of(740, corners, [RIM[at:at + 6] for at in corners] + [DOWN, ACROSS], lambda point: point or "home",
                      lambda point: [(seat, pieces) for seat in SEATS for pieces in pieces_at(v, seat, point)], list(corners) + [20])
    return [text(f"{name(v.turn)}'s throws: {listed(v.throws) or 'none yet'}", colour=v.turn), board] + off

RULES = """
# 🎯 In short
Bring your two pieces a and b around the board and home before your rival does. Your dummy d only helps.
# 🎲 The throw
Each turn both secretly pick 0, 1 or 2 (1 without an answer). The sum moves the player of the turn:
0 = five steps, 1 = one step back, 2 to 4 = as many steps; 0 and 4 throw again. Use throws in any order.
# 🗺️ The board
Points 0 to 19 are the rim; 0 is start and home. Pieces enter counting from 0. Home is 0 or beyond.
A piece that stopped exactly on 5, 10 or the centre may turn. Otherwise it keeps its line.
Stop on your rival's pieces: all of them on that point go off the board.
Stop on your own: join them, or stay apart. Joined pieces move and are caught as one.
# ✍️ Your order
The throw: `2`. The move: `a 4`. Where there is a choice, add `diagonal` or `rim`, `join` or `apart`.
# 🏠 Rulings
! A step back onto 0 is home, too. The throw is void if no piece on the board can step back.
! Pieces step back along the way they came; joined pieces along that of the piece that moved last.
! In the centre `diagonal` turns towards home and `rim` towards 15.
! A catch gives no other throw. Moves cannot be declined. A dummy that comes home does not count.
! After {turns} turns more pieces home win; a tie goes to the DMO.
"""

# The DMO throws first. The EC's throws are void as long as the EC has no piece on the board.
FIVE, THREE, TWO, BACK, VOID = ["ec 0", "dmo 0"], ["ec 1", "dmo 2"], ["ec -", "dmo -"], ["ec 0", "dmo 1"], ["ec 0", "dmo 1: the throw is void."]

EXAMPLES = [
    # A piece that stopped on 5 may turn; in the centre it keeps its line to 15. A piece that passes 5 cannot.
    FIVE + TWO + ["dmo a 5", "dmo a 2 diagonal: to point 22"] + VOID + THREE + ["dmo a 3: to point 24"] + VOID
    + THREE + ["dmo a 3: to point 17"] + VOID + FIVE + TWO + ["dmo a 5: to home", "dmo b 2"],
    FIVE + TWO + ["dmo a 2", "dmo a 5: to point 7"] + VOID + TWO + ["dmo b 2"] + VOID + TWO + ["dmo d 2 apart"]
    + TWO + ["ec a 2: catches {dmo}'s d!"],
    TWO + ["dmo a 2"] + VOID + BACK + ["dmo a back: to point 1"] + VOID + BACK + ["dmo a back: to home"],
    FIVE * 3 + THREE + ["dmo a 5", "dmo b 5 join", "dmo ab 5 rim: to point 10", "dmo ab 3 diagonal: to point 20"] + VOID
    + TWO + ["dmo ab 2 rim: to point 24"] + VOID + FIVE + TWO + ["dmo ab 5", "dmo ab 2: win dmo"],
]
