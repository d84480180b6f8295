game(
    id="tactical-yutnori", name="Tactical Yutnori", version=1, by="The Genius, after the Korean game Yut",
    blurb="Two secret numbers make every throw: race two pieces home and catch your rival's.",
    options={
        "throw_s": seconds(30, "Time to pick a number for a throw"),
        "move_s": seconds(60, "Time for each move of a piece"),
        "turns": whole(100, 20, 300, "Turns at most, of both players together"),
    },
    presets={"live": {}, "forum": {"name": "Forum, 24 hours", "throw_s": 86400, "move_s": 86400}},
    score="home", unit="pieces home", orders="both", advantage="throws first",
)

# Points 0 to 19 are the rim, 20 the centre; 21 to 24 lie on the diagonal from 5 to 15, 25 to 28 on that from 10 to 0.
CENTRE = 20
RIM = list(range(20)) + [0]
FROM_5, FROM_10, TO_HOME, TO_15 = [21, 22, CENTRE], [25, 26, CENTRE], [27, 28, 0], [23, 24] + RIM[15:]
# All ways home; those on which a piece keeps its line come first.
PATHS = [RIM, RIM[:6] + FROM_5 + TO_15, RIM[:11] + FROM_10 + TO_HOME,
         RIM[:6] + FROM_5 + TO_HOME, RIM[:11] + FROM_10 + TO_15]
THROWS = {0: "5", 1: "back", 2: "2", 3: "3", 4: "4"}
PICKS = {"0": ("0", "Sum 0: five steps, another throw; 1: one step back; 2: two steps"), "1": ("1", "Sum 1: one step back; 2: two steps; 3: three"),
         "2": ("2", "Sum 2: two steps; 3: three; 4: four, another throw")}

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

def moves(v, seat):
    """All moves with the stored throws: pieces, their way, and whether they join their own, by the order."""
    found = {}
    for group in v.groups[seat] + [{"pieces": piece, "way": []} for piece in v.off[seat]]:
        for throw in v.throws:
            for word, way in ways(group.way, throw).items():
                order = f"{group.pieces} {throw}{word}"
                meets = way[-1] != 0 and any(each.way[-1] == way[-1] and each != group for each in v.groups[seat])
                for end, joins in [(" join", True), (" apart", False)] if meets else [("", False)]:
                    found[order + end] = {"pieces": group.pieces, "throw": throw, "way": way, "joins": joins}
    return found

def orders(v):
    return list(moves(v, v.seat))

def called(at):
    return "home" if at == 0 else "the centre" if at == CENTRE else f"point {at}"

def label(v, order):
    found = moves(v, v.seat)
    here = [called(group.way[-1]) for group in v.groups[v.seat] if group.pieces == order.split()[0]]
    place = f"on {here[0]}" if here else "off the board"
    return order, f"to {called(found[order].way[-1])}" if order in found else place

def throw(s, opt):
    """One throw by both; whether there is another."""
    picks = ask_both(list("012"), lambda v: f"{name(v.turn)}'s throw: 0, 1 or 2? Both numbers are added.",
                     seconds=opt.throw_s, missing="1", label=PICKS)
    total = int(picks[EC]) + int(picks[DMO])
    s.throws.append(THROWS[total])
    steps = "one step back" if total == 1 else f"{THROWS[total]} steps"
    again = " and another throw" if total in (0, 4) else ""
    say(f"{name(EC)} {picks[EC]} + {name(DMO)} {picks[DMO]} = {total}: {steps}{again} for {name(s.turn)}.")
    return total in (0, 4)

def pieces_at(s, seat, at):
    return "".join([group.pieces for group in s.groups[seat] if group.way[-1] == at])

def leave(s, seat, pieces):
    """Takes pieces from where they are, for a move or off the board."""
    s.groups[seat] = [group for group in s.groups[seat] if group.pieces[0] not in pieces]
    s.off[seat] = [piece for piece in s.off[seat] if piece not in pieces]

def catch(s, seat, at):
    """Sends the other's pieces on a point off the board; gives the words for it."""
    caught = pieces_at(s, other(seat), at)
    if not caught:
        return ""
    leave(s, other(seat), caught)
    s.off[other(seat)] = sorted(s.off[other(seat)] + list(caught))
    if len(caught) > 1 or at in (16, 17, 18, 19, 27, 28):
        story(60, f"{name(seat)} caught {caught} of {name(other(seat))} on {called(at)}.")
    return f" It catches {name(other(seat))}'s {caught}!"

def move(s, seat, chosen):
    """Moves a group, with all that happens where it stops."""
    at, pieces = chosen.way[-1], chosen.pieces
    s.throws.remove(chosen.throw)
    leave(s, seat, pieces)
    told = f"{name(seat)} moves {pieces} {chosen.throw} to {called(at)}."
    if at == 0:
        s.home[seat] += len(pieces.replace("d", ""))
        return say(told + " Home!")
    joined = pieces_at(s, seat, at) if chosen.joins else ""
    leave(s, seat, joined)
    s.groups[seat].append({"pieces": "".join(sorted(pieces + joined)), "way": chosen.way})
    say(told + catch(s, seat, at) + (f" It joins {joined}." if joined else ""))

def use_throws(s, opt):
    """Moves until no throw is left that can be used."""
    while moves(s, s.turn):
        order = ask(s.turn, orders, lambda v: f"Your move: a piece and one of your throws ({', '.join(v.throws)})?",
                    seconds=opt.move_s, missing=FIRST, label=label)
        move(s, s.turn, moves(s, s.turn)[order])
        if s.home[s.turn] == 2:
            rival, behind = name(other(s.turn)), s.home[other(s.turn)]
            close = "by one piece" if behind else f"before {rival} had a piece home"
            story(50 if behind else 60, f"{name(s.turn)} won {'the race ' if behind else ''}{close}.")
            win(s.turn)
    if s.throws:
        say(f"{name(s.turn)} has no piece that can step back: the throw is void.")
        s.throws = []

def play(s, opt, random):
    s.groups, s.off, s.home = each(lambda seat: []), each(lambda seat: ["a", "b", "d"]), both(0)
    s.throws, s.turn = [], opt.advantage
    for turn in range(1, opt.turns + 1):
        s.stage = f"Turn {turn}"
        while throw(s, opt):
            pass
        use_throws(s, opt)
        s.turn = other(s.turn)

# About how many steps a point is from home; other points of the rim by their number.
AWAY = {5: 8, 10: 6, 20: 3, 21: 9, 22: 8, 23: 7, 24: 6, 25: 5, 26: 4, 27: 2, 28: 1}

def worth(v):
    """How near both true pieces are to home, once all throws are used."""
    away = [AWAY.get(group.way[-1], 20 - group.way[-1]) for group in v.groups[v.seat] for piece in group.pieces if piece != "d"]
    return None if v.throws else 100 - 4 * (sum(away) + 22 * len([piece for piece in v.off[v.seat] if piece != "d"]))

def place(at):
    """Where a point lies in the picture."""
    if at < CENTRE:
        along = at % 5 * 132
        x, y = [(700, 700 - along), (700 - along, 40), (40, 40 + along), (40 + along, 700)][at // 5]
        return 98 + x, y
    x, y = [(0, 0), (2, -2), (1, -1), (-1, 1), (-2, 2), (-2, -2), (-1, -1), (1, 1), (2, 2)][at - CENTRE]
    return 468 + 110 * x, 370 + 110 * y

PLACES = {at: place(at) for at in range(29)}
LINES = [(0, 5), (5, 10), (10, 15), (15, 0), (0, 10), (5, 15)]

def scene(v):
    board = points_of(
        740, PLACES, LINES, label=lambda at: at or "home", big=[0, 5, 10, 15, CENTRE],
        on=lambda at: [(seat, group.pieces) for seat in SEATS for group in v.groups[seat] if group.way[-1] == at],
    )
    def side(seat):
        waiting = hand("Off the board", v.off[seat], colour=seat) if v.off[seat] else None
        return [text(f"{name(seat)}: {v.home[seat]} home", colour=seat), waiting]
    stored = f"has the throws {', '.join(v.throws)}" if v.throws else "throws"
    return [text(f"{name(v.turn)} {stored}", colour=v.turn), board, sides(side)]

RULES = """
# 🎯 In short
Bring your two pieces a and b around the board and home, before your rival does. Your dummy d only helps.
In every turn both secretly pick 0, 1 or 2. The sum decides how the player of the turn moves.
# 🎲 The throw
**0**: five steps, another throw. **1**: one step back. **2**: two steps. **3**: three. **4**: four, another throw.
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
"""

VOID = ["ec 0", "dmo 1: the throw is void."]
FIVE = ["ec 0", "dmo 0: = 0: 5 steps and another throw for {dmo}."]
TWO = ["ec -", "dmo -: {ec} 1 + {dmo} 1 = 2: 2 steps"]
THREE = ["ec 1", "dmo 2: = 3: 3 steps"]
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
    ["ec 2", "dmo 2: = 4: 4 steps and another throw"] + BACK + ["dmo a 4", "dmo a back: to point 3"],
    TWO + ["dmo -: moves a 2"] + VOID + BACK + ["dmo a back: to point 1"] + VOID + BACK + ["dmo a back: Home!"],
    # Pieces on one point may join, and all on it are caught.
    TWO + ["dmo a 2"] + TWO + ["ec a 2: catches {dmo}'s a!"] + THREE + ["dmo a 3"] + TWO + ["ec b 2 join: It joins a."]
    + TWO + ["dmo b 2: It catches {ec}'s ab!"] + TWO + ["ec d 2: It catches {dmo}'s b!"],
    TWO + ["dmo a 2"] + VOID + TWO + ["dmo b 2 apart"] + TWO + ["ec a 2: It catches {dmo}'s ab!"],
    # Both true pieces home win.
    FIVE + FIVE + FIVE + FIVE + TWO
    + ["dmo a 5", "dmo b 5 join", "dmo ab 5 rim: to point 10", "dmo ab 5 diagonal: to point 28", "dmo ab 2: win dmo"],
]
