game(
    id="tactical-yutnori", name="Tactical Yutnori", version=1, by="The Genius, after the Korean game Yut",
    blurb="Two secret numbers make every throw: race two pieces home and catch your rival's.",
    options={
        "throw_s": seconds(60, "Time to pick a number for a throw"),
        "move_s": seconds(60, "Time for each move of a piece"),
        "turns": whole(100, 20, 300, "Turns at most, of both players together"),
    },
    presets={"live": {}, "forum": {"name": "Forum, 24 hours", "throw_s": 86400, "move_s": 86400}},
    score="home", unit="pieces home", orders="both", advantage="throws first",
)

# Points 0 to 19 are the rim, 20 the centre; 21 to 24 lie on the diagonal from 5 to 15, 25 to 28 on that from 10 to 0.
RIM = list(range(20)) + [0]
FROM_5, FROM_10 = RIM[:6] + [21, 22, 20], RIM[:11] + [25, 26, 20]
TO_15, TO_HOME = [23, 24] + RIM[15:], [27, 28, 0]
# All ways home; those on which a piece keeps its line come first.
PATHS = [RIM, FROM_5 + TO_15, FROM_10 + TO_HOME, FROM_5 + TO_HOME, FROM_10 + TO_15]
THROWS = ["5", "back", "2", "3", "4"]
SAID = ["five steps and another throw", "one step back", "two steps", "three steps", "four steps and another throw"]

def ways(way, throw):
    """The possible ways of a piece with a throw, by the word for each; it may turn where it stopped on a corner."""
    if throw == "back":
        return {"": way[:-1]} if way else {}
    way, found = way or [0], {}
    for path in PATHS:
        if path[:len(way)] == way:
            word = "diagonal" if path[len(way)] in (21, 25, 27) else "rim"
            found.setdefault(word if way[-1] in (5, 10, 20) else "", path[:len(way) + int(throw)])
    return found

def pieces_at(v, seat, at):
    return [pieces for pieces, way in v.ways[seat].items() if way[-1:] == [at]]

def moves(v):
    """All moves with the stored throws: the way after each, by its order."""
    found = {}
    for pieces, old in v.ways[v.turn].items():
        for throw in v.throws:
            for word, way in ways(old, throw).items():
                for end in ["join", "apart"] if pieces_at(v, v.turn, way[-1]) else [""]:
                    found[" ".join(f"{pieces} {throw} {word} {end}".split())] = way
    return found

def move(s, seat, order):
    """Moves pieces, with all that happens where they stop."""
    rival, way, (pieces, throw) = other(seat), moves(s)[order], order.split()[:2]
    s.throws.remove(throw)
    del s.ways[seat][pieces]
    say(f"{name(seat)} moves {pieces} {throw} to {f'point {way[-1]}' if way[-1] else 'home'}.")
    if way[-1] == 0:
        s.home[seat] += len(pieces.replace("d", ""))
        return
    for caught in pieces_at(s, rival, way[-1]):
        say(f"{name(seat)} catches {name(rival)}'s {caught}!")
        del s.ways[rival][caught]
        s.ways[rival].update({piece: [] for piece in caught})
    for joined in pieces_at(s, seat, way[-1]) if "join" in order else []:
        del s.ways[seat][joined]
        pieces += joined
    s.ways[seat]["".join(sorted(pieces))] = way

def play(s, opt, random):
    s.ways, s.home, s.throws, s.turn = each(lambda seat: {piece: [] for piece in "abd"}), both(0), [], opt.advantage
    for turn in range(1, opt.turns + 1):
        s.stage = f"Turn {turn}"
        total = 0
        while total in (0, 4):
            picks = ask_both(["0", "1", "2"], "0, 1 or 2? Both numbers are added.", seconds=opt.throw_s, missing="1")
            total = int(picks[EC]) + int(picks[DMO])
            s.throws.append(THROWS[total])
            say(f"{name(EC)} {picks[EC]} + {name(DMO)} {picks[DMO]} = {total}: {SAID[total]} for {name(s.turn)}.")
        while moves(s):
            order = ask(s.turn, lambda v: list(moves(v)), "Your move?", seconds=opt.move_s, missing=FIRST)
            move(s, s.turn, order)
            if s.home[s.turn] == 2:
                win(s.turn)
        if s.throws:
            say(f"{name(s.turn)} has no piece that can step back: the throw is void.")
        s.throws, s.turn = [], other(s.turn)

def worth(v):
    """How near both true pieces are to home on their lines, once all throws are used."""
    left = [len([path for path in PATHS if path[:len(way)] == way][0]) - len(way)
            for pieces, way in v.ways[v.seat].items() for piece in pieces if piece != "d"]
    return None if v.throws else 100 - 4 * sum(left)

# The middles of the points in the picture.
PLACES = {20: (468, 370), 21: (688, 150), 22: (578, 260), 23: (358, 480), 24: (248, 590),
          25: (248, 150), 26: (358, 260), 27: (578, 480), 28: (688, 590)}
for step in range(5):
    PLACES.update({step: (798, 700 - 132 * step), step + 5: (798 - 132 * step, 40),
                   step + 10: (138, 40 + 132 * step), step + 15: (138 + 132 * step, 700)})

def scene(v):
    def on(at):
        return [(seat, pieces) for seat in SEATS for pieces in pieces_at(v, seat, at)]
    off = each(lambda seat: [pieces for pieces, way in v.ways[seat].items() if not way])
    waiting = [text(f"{name(seat)} off the board: {listed(off[seat]) or 'none'}", colour=seat) for seat in SEATS]
    lines = [(0, 5), (5, 10), (10, 15), (15, 0), (5, 15), (10, 0)]
    board = points_of(740, PLACES, lines, lambda at: at or "home", on, big=[0, 5, 10, 15, 20])
    return [text(f"{name(v.turn)}'s throws: {listed(v.throws) or 'none yet'}", colour=v.turn), board] + waiting

RULES = """
# 🎯 In short
Bring your two pieces a and b around the board and home, before your rival does. Your dummy d only helps.
# 🎲 The throw
In every turn both secretly pick 0, 1 or 2. The sum decides how the player of the turn moves. THROWS.
Throws are stored. Use them in any order and split them among your pieces.
# 🗺️ The board
The rim has points 0 to 19; 0 is start and home. Pieces enter counting from 0.
A piece that stopped exactly on 5, 10 or the centre may turn. Otherwise it keeps its line: the rim, 5 to 15 or 10 to 0.
Stop on your rival's pieces: all of them on that point go off the board.
Stop on your own: join them, or stay apart. Joined pieces move and are caught as one.
# ✍️ Your order
The throw: `2`. The move: `a 4`, a piece and a throw.
Where there is a choice: `a 4 diagonal` or `a 4 rim`, `ab 3 join` or `ab 3 apart`.
# 🏠 Rulings
! Home is 0 or beyond. One step back onto 0 is home, too.
! A step back is only for a piece on the board, along the way it came. If no piece can, the throw is void.
! Joined pieces step back along the way of the piece that moved last.
! In the centre `diagonal` turns towards home and `rim` towards 15.
! A catch gives no other throw. Moves cannot be declined. A dummy that comes home stays there and does not count.
! After {turns} turns more pieces home win; a tie goes to the DMO.
! A pick that never comes is 1. A move that never comes is the first of the list.
""".replace("THROWS", ". ".join([f"**{total}**: {said}" for total, said in enumerate(SAID)]))

# The DMO throws first. The EC's throws are void as long as the EC has no piece on the board.
FIVE, THREE, TWO, BACK = ["ec 0", "dmo 0"], ["ec 1", "dmo 2"], ["ec -", "dmo -"], ["ec 0", "dmo 1"]
VOID = ["ec 0", "dmo 1: the throw is void."]

EXAMPLES = [
    # A piece that stopped on 5 may turn; through the centre it keeps its line to 15. Beyond 0 is home.
    FIVE + TWO + ["dmo a 5", "dmo a 2 diagonal: to point 22"] + VOID + THREE + ["dmo a 3: to point 24"] + VOID + THREE
    + ["dmo a 3: to point 17"] + VOID + FIVE + TWO + ["dmo a 5: to home", "dmo b 2"],
    # A piece that passes 5 stays on the rim. Throws in any order.
    FIVE + FIVE + TWO + ["dmo a 2: to point 2", "dmo a 5: to point 7"],
    # In the centre a piece may turn again.
    FIVE + FIVE + THREE + ["dmo a 5", "dmo a 5 rim: to point 10", "dmo a 3 diagonal: to point 20"]
    + VOID + TWO + ["dmo a 2 rim: to point 24"],
    # A step back needs a piece on the board, and is home on 0.
    TWO + ["dmo a 2"] + VOID + BACK + ["dmo a back: to point 1"] + VOID + BACK + ["dmo a back: to home"],
    # Pieces on one point may join or stay apart, and all on it are caught.
    TWO + ["dmo a 2"] + VOID + TWO + ["dmo b 2 join"] + TWO + ["ec a 2: catches {dmo}'s ab!"],
    TWO + ["dmo a 2"] + VOID + TWO + ["dmo b 2 apart"] + TWO + ["ec a 2: catches {dmo}'s b!"],
    FIVE + FIVE + FIVE + FIVE + TWO
    + ["dmo a 5", "dmo b 5 join", "dmo ab 5 rim", "dmo ab 5 diagonal: to point 28", "dmo ab 2: win dmo"],
]
