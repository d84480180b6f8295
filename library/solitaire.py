game(
    id="solitaire", name="Solitaire", version=1, by="Zero (The Genius: Tempo Up)",
    blurb="Steer five queens over an open pack of cards and build four rising stacks higher than your rival's.",
    options={
        "turn_s": seconds(60, "Time for each move"),
        "queens": whole(5, 1, 8, "Queens of each player"),
        "spares": whole(5, 0, 8, "Lost queens that come back as spares"),
        "reserve_s": reserve(300),
    },
    presets={"standard": {"name": "Tempo Up"},
             "short": {"name": "Three queens", "queens": 3, "spares": 2, "reserve_s": 180}},
    score="cards", unit="cards", advantage="chooses who goes first", orders="open",
)

SIZE = (10, 9)
INKS = {"♠": "words", "♥": "red", "♦": "yellow", "♣": "green"}
CORNERS = ["b2", "i2", "b8", "i8"]
FIELD = [cell for cell in grid.names(SIZE) if cell[0] not in "aj" and cell[1] not in "19" and cell not in CORNERS]
RIM = [cell for cell in grid.names(SIZE) if cell not in FIELD and set(grid.near(cell, SIZE)) & set(FIELD)]

def grows(v, seat, cell):
    """How many ranks the card of a cell is above its stack, if it is."""
    return max(rank_of(v.layout[cell]) - v.tops[seat][v.layout[cell][-1]], 0)

def targets(v, cell):
    """The cells that a queen of the player of the turn may move to: no queen enters the field with a capture."""
    reached = slide(cell, SIZE, QUEEN, lambda to: to in v.pieces or to not in v.layout)
    return [to for to in reached if to in v.layout and
            (v.pieces[to] == other(v.turn) and cell in v.layout if to in v.pieces else grows(v, v.turn, to))]

def free(v):
    return [cell for cell in RIM if cell not in v.pieces]

def moves(v):
    spares = [("spare", free(v))] if v.spares[v.turn] and free(v) else []
    return [(cell, to) for cell in v.pieces if v.pieces[cell] == v.turn for to in [targets(v, cell)] if to] + spares

def label(v, order):
    first, to = (order.split() + [""])[:2]
    return f"{to}: {'takes a queen' if to in v.pieces else v.layout[to]}" if to and first != "spare" else None

def ideas(v):
    """Captures, then the cards that skip the fewest ranks."""
    pairs = [(cell, to) for cell, goals in moves(v) if cell != "spare" for to in goals]
    pairs = sorted(pairs, key=lambda pair: 0 if pair[1] in v.pieces else grows(v, v.seat, pair[1]))
    return [f"{cell} {to}" for cell, to in pairs[:6]] or [f"spare {cell}" for cell in free(v)[:6]]

def worth(v):
    return 5 * v.cards[v.seat] - 2 * sum(v.tops[v.seat].values())

def land(s, seat, cell):
    card, loser = s.layout[cell], other(seat)
    if cell in s.pieces:
        s.lost[loser] += 1
        spared = s.lost[loser] <= s.most
        s.spares[loser] += spared
        story(55 if s.cards[loser] > s.cards[seat] else 35, f"{name(seat)} captured a queen on {cell}.")
        return f"takes {name(loser)}'s queen on {cell}. {name(loser)} gets {'a spare' if spared else 'no spare'}"
    skipped = grows(s, seat, cell) - 1
    s.tops[seat][card[-1]] = rank_of(card)
    s.cards[seat] += 1
    return f"lands on {cell}: {card} joins the stack" + (f", {skipped} ranks skipped" if skipped > 2 else "")

def move(s, seat, cell, to):
    if cell == "spare":
        s.spares[seat] -= 1
        say(f"{name(seat)} places a spare queen on {to}.")
    else:
        del s.pieces[cell]
        say(f"{name(seat)}'s queen {land(s, seat, to)}.")
    s.pieces[to], s.last = seat, [cell, to]

def retire(s, seat):
    s.pieces = {cell: s.pieces[cell] for cell in s.pieces if s.pieces[cell] != seat}
    s.retired.append(seat)
    alone = f" {name(other(seat))} continues alone." if len(s.retired) < 2 else ""
    say(f"{name(seat)} has no legal move and leaves the field with {plural(s.cards[seat], 'card')}.{alone}")

def play(s, opt, random):
    s.layout = dict(zip(FIELD, random.shuffled(PACK)))
    s.pieces, s.last, s.retired, s.most, s.stage = {}, [], [], opt.spares, "The pack is laid out"
    s.tops, s.cards, s.lost, s.spares = each(lambda seat: {suit: 0 for suit in SUITS}), both(0), both(0), both(0)
    s.turn, count = who_begins(opt, "Do you go first or second?", opt.turn_s), 0
    for number in range(2 * opt.queens):
        s.stage = f"Queen {number // 2 + 1} of {opt.queens}"
        cell = ask(s.turn, free, "Place a queen on the rim.", seconds=opt.turn_s, reserve=True, missing=FIRST,
                   hint="The rim: a3 to a7, j3 to j7, c1 to h1, c9 to h9, b2, i2, b8, i8.")
        s.pieces[cell], s.last = s.turn, [cell]
        say(f"{name(s.turn)} places a queen on {cell}.")
        s.turn = other(s.turn)
    while len(s.retired) < 2:
        s.stage, count = f"Move {count + 1}", count + 1
        if moves(s):
            order = ask(s.turn, moves, "Your move: which queen goes where?", seconds=opt.turn_s, reserve=True,
                        missing=FIRST, label=label, ideas=ideas)
            move(s, s.turn, *order.split())
        else:
            retire(s, s.turn)
        s.turn = s.turn if other(s.turn) in s.retired else other(s.turn)

def scene(v):
    def on(at):
        cell = grid.name(at)
        if cell not in FIELD + RIM:
            return False
        there, seat, mark = v.layout.get(cell), v.pieces.get(cell), cell in v.last
        if not there:
            return square("Q" if seat else None, fill="edge", mark=mark, seat=seat)
        dots = [("token", 20 if whose == EC else 80, 84, 10, whose) for whose in SEATS if grows(v, whose, cell)]
        face = ("text", 50, 54, 58 if len(there) == 2 else 47, INKS[there[-1]] if seat or dots else "muted", there, "bold")
        drawn = [face] + ([("token", 50, 76, 21, seat, "Q")] if seat else dots)
        return square(fill="raised", mark=mark, shapes=drawn, alt=f"{there} under {name(seat)}'s queen" if seat else there)
    def side(seat):
        state = "Has left the field" if seat in v.retired else plural(v.spares[seat], "spare queen")
        tops = [card(([""] + RANKS)[top] + suit, colour=INKS[suit]) for suit, top in v.tops[seat].items()]
        return [text(f"{name(seat)}: {plural(v.cards[seat], 'card')}", colour=seat), hand(state, tops)]
    return [grid_of(SIZE, on), sides(side)]

RULES = """
# 🎯 In short
A shuffled pack lies open on 52 cells: columns b–i and rows 2–8 without {corners}.
Around it lies a rim of 26 cells: a3–a7, j3–j7, c1–h1, c9–h9 and these four.
Each player has four stacks, one for each suit. A stack rises from A (low) to K (high).
Your queens pick up cards that are higher than the top of their stack. More cards in all stacks win, then the DMO.
# 👑 Queens
First both place their queens ({queens} each) in turn on free cells of the rim. Then you move one queen a turn, as in chess.
It ends on a cell of the field: one whose card is higher than your stack's top, or one with an enemy queen.
A copy of the card joins your stack; the cell keeps its card. No queen jumps over another.
A queen on the rim must enter the field without a capture. A captured queen leaves the board and gives no card.
For each lost queen a player gets a spare, up to {spares} in all. Placing it on a free rim cell replaces a move.
A player without a legal move takes all queens off. The other continues alone until no move is left.
# ✍️ Your order
A cell for each queen: `a5`. Then a move: `a5 c5`. A spare: `spare d1`.
A token under a card shows whose stack it would grow. A grey card helps nobody any more.
# 🏠 Rulings
! A spare goes to the player who lost the queen; placing it counts as a legal move.
""".replace("{corners}", listed(CORNERS))

START = ["queens=1", "dmo first", "dmo a5", "ec j5", "dmo a5 b5: lands on b5: K♠ joins the stack, 12 ranks skipped."]

EXAMPLES = [
    # A capture gives no card; the loser's spare replaces a move, and enters the field later.
    START + ["ec j5 c5", "dmo b5 c5: {dmo}'s queen takes {ec}'s queen on c5. {ec} gets a spare.",
             "ec spare j4: {ec} places a spare queen on j4.", "dmo c5 d4: Q♦", "ec j4 i4: A♥ joins"],
    # No stack grows by a lower card: after K♠ no spade counts. Without a spare the match is over for the loser.
    ["spares=0"] + START + ["ec j5 c5: Q♠ joins the stack, 11 ranks skipped",
                            "dmo b5 c5: {ec} has no legal move and leaves the field with 1 card. {dmo} continues"],
    ["queens=2", "dmo second", "ec c1", "dmo c9", "ec d1: {ec} places a queen on d1."],
]
