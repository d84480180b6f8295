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
CENTRE, RIM = 20, list(range(20)) + [0]
FROM_5, FROM_10, TO_HOME, TO_15 = [21, 22, CENTRE], [25, 26, CENTRE], [27, 28, 0], [23, 24, 15]
# All ways home; those on which a piece keeps its line come first.
PATHS = [RIM, RIM[:6] + FROM_5 + TO_15 + RIM[16:], RIM[:11] + FROM_10 + TO_HOME,
         RIM[:6] + FROM_5 + TO_HOME, RIM[:11] + FROM_10 + TO_15 + RIM[16:]]
THROWS = ["5", "back", "2", "3", "4"]
SAID = ["five steps and another throw", "one step back", "two steps", "three steps", "four steps and another throw"]
PICKS = {str(pick): (str(pick), "; ".join([f"sum {pick + rival}: {SAID[pick + rival]}" for rival in range(3)]))
         for pick in range(3)}

def ways(way, throw):
    """The possible ways of a piece with a throw, by the word for each; it may turn where it stopped on a corner."""
    if throw == "back":
        return {"": way[:-1]} if way else {}
    way, found = way or [0], {}
    for path in PATHS:
        if path[:len(way)] == way:
            word = " diagonal" if path[len(way)] in (21, 25, 27) else " rim"
            found.setdefault(word if way[-1] in (5, 10, CENTRE) else "", path[:len(way) + int(throw)])
    return {word: found[word] for word in sorted(found)}

def pieces_at(s, seat, at):
    return [pieces for pieces, way in s.ways[seat].items() if way[-1:] == [at]]

def moves(v, seat):
    """All moves with the stored throws: the way after each, by its order."""
    found = {}
    for pieces, old in v.ways[seat].items():
        for throw in v.throws:
            for word, way in ways(old, throw).items():
                meets = way[-1] != 0 and pieces_at(v, seat, way[-1])
                for end in [" join", " apart"] if meets else [""]:
                    found[f"{pieces} {throw}{word}{end}"] = way
    return found

def called(at):
    return "home" if at == 0 else "the centre" if at == CENTRE else f"point {at}"

def label(v, order):
    found, here = moves(v, v.seat), v.ways[v.seat][order.split()[0]]
    place = f"on {called(here[-1])}" if here else "off the board"
    return order, f"to {called(found[order][-1])}" if order in found else place

def throw(s, opt):
    """One throw by both; whether there is another."""
    picks = ask_both(list("012"), lambda v: f"{name(v.turn)}'s throw: 0, 1 or 2? Both numbers are added.",
                     seconds=opt.throw_s, missing="1", label=PICKS)
    total = int(picks[EC]) + int(picks[DMO])
    s.throws.append(THROWS[total])
    say(f"{name(EC)} {picks[EC]} + {name(DMO)} {picks[DMO]} = {total}: {SAID[total]} for {name(s.turn)}.")
    return total in (0, 4)

def move(s, seat, order):
    """Moves pieces, with all that happens where they stop."""
    rival, way, (pieces, throw) = other(seat), moves(s, seat)[order], order.split()[:2]
    s.throws.remove(throw)
    del s.ways[seat][pieces]
    told = f"{name(seat)} moves {pieces} {throw} to {called(way[-1])}."
    if way[-1] == 0:
        s.home[seat] += len(pieces.replace("d", ""))
        return say(told + " Home!")
    caught, joined = pieces_at(s, rival, way[-1]), pieces_at(s, seat, way[-1]) if order.endswith("join") else []
    for whose, group in [(rival, group) for group in caught] + [(seat, group) for group in joined]:
        del s.ways[whose][group]
    s.ways[seat]["".join(sorted(pieces + "".join(joined)))] = way
    s.ways[rival].update({piece: [] for piece in sorted("".join(caught))})
    caught, joined = "".join(caught), "".join(joined)
    told += (f" It catches {name(rival)}'s {caught}!" if caught else "") + (f" It joins {joined}." if joined else "")
    if len(caught) > 1 or caught and way[-1] in (16, 17, 18, 19, 27, 28):
        story(60, f"{name(seat)} caught {caught} of {name(rival)} on {called(way[-1])}.")
    say(told)

def use_throws(s, opt):
    """Moves until no throw is left that can be used."""
    while moves(s, s.turn):
        order = ask(s.turn, lambda v: list(moves(v, v.seat)),
                    lambda v: f"Your move: a piece and one of your throws ({', '.join(v.throws)})?",
                    seconds=opt.move_s, missing=FIRST, label=label)
        move(s, s.turn, order)
        if s.home[s.turn] == 2:
            rival, behind = name(other(s.turn)), s.home[other(s.turn)]
            close = "the race by one piece" if behind else f"before {rival} had a piece home"
            story(50 if behind else 60, f"{name(s.turn)} won {close}.")
            win(s.turn)
    if s.throws:
        say(f"{name(s.turn)} has no piece that can step back: the throw is void.")
        s.throws = []

def play(s, opt, random):
    s.ways, s.home, s.throws, s.turn = each(lambda seat: {piece: [] for piece in "abd"}), both(0), [], opt.advantage
    for turn in range(1, opt.turns + 1):
        s.stage = f"Turn {turn}"
        while throw(s, opt):
            pass
        use_throws(s, opt)
        s.turn = other(s.turn)

def steps_home(way):
    """About how many steps a piece is from home: it turns only where it has stopped on a corner."""
    left = [len(path) - len(way) for path in PATHS if path[:len(way)] == way]
    return min(left) if way and way[-1] in (5, 10, CENTRE) else max(left)

def worth(v):
    """How near both true pieces are to home, once all throws are used."""
    away = [steps_home(way) for pieces, way in v.ways[v.seat].items() for piece in pieces if piece != "d"]
    return None if v.throws else 100 - 4 * sum(away)

CORNERS = {0: (798, 700), 5: (798, 40), 10: (138, 40), 15: (138, 700)}
LINES = [RIM[at:at + 6] for at in CORNERS] + [[5] + FROM_5 + TO_15, [10] + FROM_10 + TO_HOME]

def places(line):
    """Where the points of a line are in the picture."""
    (x, y), (to_x, to_y), steps = CORNERS[line[0]], CORNERS[line[-1]], len(line) - 1
    return {at: (x + (to_x - x) * step // steps, y + (to_y - y) * step // steps) for step, at in enumerate(line)}

PLACES = {at: place for line in LINES for at, place in places(line).items()}

def scene(v):
    board = points_of(
        740, PLACES, [(line[0], line[-1]) for line in LINES], label=lambda at: at or "home", big=list(CORNERS) + [CENTRE],
        on=lambda at: [(seat, pieces) for seat in SEATS for pieces in pieces_at(v, seat, at)],
    )
    def side(seat):
        off = [pieces for pieces, way in v.ways[seat].items() if not way]
        waiting = hand("Off the board", off, colour=seat) if off else None
        return [text(f"{name(seat)}: {v.home[seat]} home", colour=seat), waiting]
    stored = f"has the throws {', '.join(v.throws)}" if v.throws else "throws"
    return [text(f"{name(v.turn)} {stored}", colour=v.turn), board, sides(side)]

RULES = """
# 🎯 In short
Bring your two pieces a and b around the board and home, before your rival does. Your dummy d only helps.
In every turn both secretly pick 0, 1 or 2. The sum decides how the player of the turn moves.
# 🎲 The throw
THROWS.
Throws are stored. Use them in any order and split them among your pieces.
# 🗺️ The board
The rim has points 0 to 19; 0 is start and home. Pieces enter counting from 0.
A piece that stopped exactly on 5, on 10 or in the centre may turn onto the diagonal. Otherwise it keeps its line.
From 5 the diagonal goes through the centre to 15, from 10 through the centre to home.
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

VOID = ["ec 0", "dmo 1: the throw is void."]
FIVE = ["ec 0", "dmo 0: = 0: five steps and another throw for {dmo}."]
TWO = ["ec -", "dmo -: {ec} 1 + {dmo} 1 = 2: two steps"]
THREE = ["ec 1", "dmo 2: = 3: three steps"]
BACK = ["ec 1", "dmo 0: = 1: one step back for"]

# The DMO throws first.
EXAMPLES = [
    # A piece that stopped on 5 may turn; through the centre it keeps its line to 15. Beyond 0 is home.
    FIVE + TWO + ["dmo a 5: to point 5", "dmo a 2 diagonal: to point 22"] + VOID + THREE + ["dmo a 3: point 24"] + VOID
    + THREE + ["dmo a 3: to point 17"] + VOID + FIVE + TWO + ["dmo a 5: to home. Home!", "dmo b 2"],
    # From 10 the diagonal leads home; a piece that passes 5 stays on the rim.
    FIVE + FIVE + TWO + ["dmo a 2: to point 2", "dmo a 5: to point 7"],
    FIVE + FIVE + THREE + ["dmo a 5", "dmo a 5 rim: to point 10", "dmo a 3 diagonal: to the centre"]
    + VOID + TWO + ["dmo a 2 diagonal: to point 28"],
    FIVE + FIVE + THREE + ["dmo a 5", "dmo a 5 rim", "dmo a 3 diagonal"] + VOID + TWO + ["dmo a 2 rim: to point 24"],
    # Throws in any order; a step back needs a piece on the board, and is home on 0.
    ["ec 2", "dmo 2: = 4: four steps and another throw"] + BACK + ["dmo a 4", "dmo a back: to point 3"],
    TWO + ["dmo -: moves a 2"] + VOID + BACK + ["dmo a back: to point 1"] + VOID + BACK + ["dmo a back: Home!"],
    # Pieces on one point may join, and all on it are caught.
    TWO + ["dmo a 2"] + TWO + ["ec a 2: catches {dmo}'s a!"] + THREE + ["dmo a 3"] + TWO + ["ec b 2 join: It joins a."]
    + TWO + ["dmo b 2: It catches {ec}'s ab!"] + TWO + ["ec d 2: It catches {dmo}'s b!"],
    TWO + ["dmo a 2"] + VOID + TWO + ["dmo b 2 apart"] + TWO + ["ec a 2: It catches {dmo}'s ab!"],
    # Both true pieces home win.
    FIVE + FIVE + FIVE + FIVE + TWO
    + ["dmo a 5", "dmo b 5 join", "dmo ab 5 rim: to point 10", "dmo ab 5 diagonal: to point 28", "dmo ab 2: win dmo"],
]
