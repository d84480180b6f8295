game(
    id="solitaire", name="Solitaire", version=1, by="Zero (The Genius: Tempo Up)",
    blurb="Steer five queens over an open pack of cards and build four rising stacks higher than your rival's.",
    options={
        "turn_s": seconds(60, "Time for each move"),
        "queens": whole(5, 1, 8, "Queens of each player"),
        "spares": whole(5, 0, 8, "Lost queens that come back as spares"),
        "reserve_s": reserve(300),
    },
    presets={"standard": {"name": "Tempo Up"}, "short": {"name": "Three queens", "queens": 3, "spares": 2, "reserve_s": 180}},
    score="cards", unit="cards", advantage="chooses who goes first", orders="open",
)

SIZE = (10, 9)
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = ["♠", "♥", "♦", "♣"]
CORNERS = ["b2", "i2", "b8", "i8"]
FIELD = [grid.name((x, y)) for y in range(1, 8) for x in range(1, 9) if grid.name((x, y)) not in CORNERS]
RIM = [name for name in [grid.name(cell) for cell in grid.cells(SIZE)]
       if name not in FIELD and any(grid.name(near) in FIELD for near in grid.near(grid.cell(name), SIZE))]
STEPS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]

def ray(cell, step):
    """The cells of the field behind a cell in a direction."""
    names = [grid.name(cell) for cell in grid.ray(grid.cell(cell), step, SIZE)]
    outside = [at for at in range(len(names)) if names[at] not in FIELD]
    return names[:outside[0]] if outside else names

RAYS = {cell: [cells for cells in [ray(cell, step) for step in STEPS] if cells] for cell in FIELD + RIM}

def rank(card):
    return RANKS.index(card[:-1]) + 1

def grows(v, seat, cell):
    """Whether the card of a cell is higher than the top of its stack."""
    card = v.layout[cell]
    return rank(card) > v.tops[seat][card[-1]]

def targets(v, seat, cell):
    """The cells that a queen may move to."""
    found = []
    for cells in RAYS[cell]:
        for to in cells:
            there = v.pieces.get(to)
            if there == other(seat) and cell in FIELD or not there and grows(v, seat, to):
                found.append(to)
            if there:
                break
    return found

def moves(v, seat):
    return [(cell, to) for cell in v.pieces if v.pieces[cell] == seat for to in [targets(v, seat, cell)] if to]

def free(v):
    return [cell for cell in RIM if cell not in v.pieces]

def orders(v):
    return moves(v, v.seat) + ([("spare", free(v))] if v.spares[v.seat] else [])

def ideas(v):
    """Captures, then the cards that skip the fewest ranks."""
    def skips(pair):
        return 0 if pair[1] in v.pieces else rank(v.layout[pair[1]]) - v.tops[v.seat][v.layout[pair[1]][-1]]
    pairs = sorted([(cell, to) for cell, goals in moves(v, v.seat) for to in goals], key=skips)
    return [f"{cell} {to}" for cell, to in pairs[:6]] or [f"spare {cell}" for cell in free(v)[:6]]

def worth(v):
    """Cards, less the ranks that are passed."""
    return 5 * v.cards[v.seat] - 2 * sum(v.tops[v.seat].values())

def label(v, order):
    first, to = (order.split() + [""])[:2]
    goal = "" if first == "spare" or not to else "capture" if to in v.pieces else v.layout[to]
    return f"{to} {goal}" if to else "Place a spare queen" if first == "spare" else f"Queen on {first}"

def question(v):
    spare = f" You have {v.spares[v.seat]} spare." if v.spares[v.seat] else ""
    return f"Your move: which queen goes where?{spare}"

def place_queens(s, first, opt):
    seat, first_free = first, lambda v: free(v)[0]
    for number in range(2 * opt.queens):
        s.stage = f"Queen {number // 2 + 1} of {opt.queens}"
        cell = ask(
            seat, orders=free, question="Place a queen on a free cell of the rim.",
            seconds=opt.turn_s, reserve=True, missing=first_free,
        )
        s.pieces[cell], s.last = seat, [cell]
        say(f"{name(seat)} places a queen on {cell}.")
        seat = other(seat)

def capture(s, seat, cell):
    loser = other(seat)
    s.lost[loser] += 1
    gets = s.lost[loser] <= s.most
    s.spares[loser] += gets
    say(f"{name(seat)}'s queen takes {name(loser)}'s queen on {cell}. {name(loser)} {'gets a spare' if gets else 'gets no spare any more'}.")
    story(55 if s.cards[loser] > s.cards[seat] else 35, f"{name(seat)} captured a queen on {cell}.")

def gain(s, seat, cell):
    card = s.layout[cell]
    skipped = rank(card) - s.tops[seat][card[-1]] - 1
    s.tops[seat][card[-1]] = rank(card)
    s.cards[seat] += 1
    say(f"{name(seat)}'s queen lands on {cell}: {card} joins the stack{f', {skipped} ranks skipped' if skipped > 2 else ''}.")

def move(s, seat, order):
    cell, to = order.split()
    if cell == "spare":
        s.spares[seat] -= 1
        say(f"{name(seat)} places a spare queen on {to}.")
    else:
        del s.pieces[cell]
        (capture if to in s.pieces else gain)(s, seat, to)
    s.pieces[to], s.last = seat, [cell, to]

def cards_in_words(count):
    return "1 card" if count == 1 else f"{count} cards"

def retire(s, seat):
    """Takes off the queens of a player without a legal move."""
    s.pieces = {cell: s.pieces[cell] for cell in s.pieces if s.pieces[cell] != seat}
    s.retired.append(seat)
    alone = f" {name(other(seat))} continues alone." if len(s.retired) < 2 else ""
    say(f"{name(seat)} has no legal move and leaves the field with {cards_in_words(s.cards[seat])}.{alone}")

def take_turn(s, seat, opt):
    if not (moves(s, seat) or s.spares[seat] and free(s)):
        return retire(s, seat)
    first = lambda v: f"{orders(v)[0][0]} {orders(v)[0][1][0]}"
    order = ask(seat, orders=orders, question=question, label=label, seconds=opt.turn_s, reserve=True, missing=first, ideas=ideas)
    move(s, seat, order)

def begins(opt):
    order = ask(
        opt.advantage, orders=["first", "second"], question="Do you go first or second?",
        seconds=opt.turn_s, missing="first",
    )
    return opt.advantage if order == "first" else other(opt.advantage)

def play(s, opt, random):
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    s.layout = dict(zip(FIELD, random.shuffled(pack)))
    s.pieces, s.last, s.retired, s.most = {}, [], [], opt.spares
    s.tops, s.cards = each(lambda seat: {suit: 0 for suit in SUITS}), both(0)
    s.lost, s.spares = both(0), both(0)
    s.stage = "The pack is laid out"
    seat = begins(opt)
    place_queens(s, seat, opt)
    count = 0
    while len(s.retired) < 2:
        count += 1
        s.stage = f"Move {count}"
        take_turn(s, seat, opt)
        seat = seat if other(seat) in s.retired else other(seat)
    margin = abs(s.cards[EC] - s.cards[DMO])
    story(70 if margin < 2 else 20, f"{cards_in_words(margin)} made the difference.")

WIDE, HIGH = 88, 78

def token(x, y, seat, words):
    """A queen: round for the EC, a hexagon for the DMO."""
    hexagon = [x, y - 36, x + 33, y - 18, x + 33, y + 18, x, y + 36, x - 33, y + 18, x - 33, y - 18]
    body = ("circle", x, y, 34, EC) if seat == EC else ("polygon", hexagon, DMO)
    return [body, ("text", x, y + 10, 27 if len(words) > 2 else 30, "sunk", words)]

def ground(cell, left, top, last):
    ink = "sunk" if cell in RIM else "raised"
    if last:
        return [("rect", left, top, WIDE - 4, HIGH - 4, "accent"), ("rect", left + 4, top + 4, WIDE - 12, HIGH - 12, ink)]
    return [("rect", left, top, WIDE - 4, HIGH - 4, ink)]

def cell_shapes(v, cell):
    """A cell: its ground, its card or queen, and a dot for each player whose stack the card would grow."""
    column, line = grid.cell(cell)
    left, top = 44 + column * WIDE, line * HIGH
    x, y = left + WIDE // 2, top + HIGH // 2
    items = ground(cell, left, top, cell in v.last)
    card = v.layout.get(cell, "")
    if cell in v.pieces:
        return items + token(x - 2, y - 2, v.pieces[cell], card or "Q")
    if not card:
        return items
    use = [seat for seat in SEATS if grows(v, seat, cell)]
    ink = "muted" if not use else "red" if card[-1] in "♥♦" else "words"
    dots = [("circle", left + 16 + 52 * (seat == DMO), top + HIGH - 17, 7, seat) for seat in use]
    return items + [("text", x - 2, y + 4, 32, ink, card)] + dots

def board(v):
    items = [item for cell in FIELD + RIM for item in cell_shapes(v, cell)]
    letters = [("text", 44 + at * WIDE + 42, 9 * HIGH + 28, 28, "muted", "abcdefghij"[at]) for at in range(10)]
    digits = [("text", 18, at * HIGH + 48, 28, "muted", at + 1) for at in range(9)]
    cards = ", ".join([f"{cell} {v.layout[cell]}" for cell in FIELD])
    queens = ", ".join([f"{cell} of {name(v.pieces[cell])}" for cell in v.pieces])
    return shapes(9 * HIGH + 36, items + letters + digits, alt=f"Queens: {queens or 'none'}. Cards: {cards}")

def stacks(v, seat):
    tops = [card(f"{RANKS[v.tops[seat][suit] - 1] if v.tops[seat][suit] else ''}{suit}", colour="red" if suit in "♥♦" else "words") for suit in SUITS]
    state = "has left the field" if seat in v.retired else f"{v.spares[seat]} spare"
    return column([text(f"{name(seat)}: {cards_in_words(v.cards[seat])}, {state}", colour=seat), hand(None, tops)], seat=seat)

def scene(v):
    return [board(v), row([stacks(v, seat) for seat in SEATS])]

RULES = """
# 🎯 In short
A shuffled pack lies open on 52 cells: columns b–i and rows 2–8 without the four corners. A rim of 26 cells surrounds it.
Each player has four stacks, one for each suit. A stack rises from A (low) to K (high).
Your queens pick up cards that are higher than the top of their stack. More cards in all stacks win.
# 👑 Queens
First both place {queens} queens in turn on free cells of the rim.
In turn you then move one queen as in chess. It may not jump over a queen.
It ends on a cell of the field: one whose card is higher than your stack's top, or one with an enemy queen.
A copy of the card joins your stack; the cell keeps its card.
A queen on the rim must enter the field, and it may not capture on that move.
# ⚔️ Capture
The captured queen leaves the board. You get no card for that move.
For each of their first {spares} lost queens a player gets a spare queen. Placing it on a free rim cell replaces a move.
# 🏁 The end
A player without a legal move takes all queens off. The other continues alone until no move is left.
More cards win; a tie goes to the DMO.
# ✍️ Your order
A cell for each queen: `a5`. Then a move: `a5 c5`. A spare: `spare d1`.
You have {turn_s} s a move, and {reserve_s} s in reserve for the match.
# 🖼️ The picture
A dot under a card shows whose stack it would grow. A grey card helps nobody any more.
# 🏠 Rulings
! The player with the Advantage goes first or second, as they choose; that is usually the DMO.
! The loser of a queen gets the spare. Placing a spare counts as a legal move.
! The four cut corners b2, i2, b8 and i8 belong to the rim.
! The five reserve periods of 60 s are one reserve here. A player without time and reserve loses the match.
"""

START = ["queens=1", "dmo first", "dmo a5: {dmo} places a queen on a5.", "ec j5", "dmo a5 b5: lands on b5: K♠ joins the stack, 12 ranks skipped."]
CAPTURE = ["ec j5 c5", "dmo b5 c5: {dmo}'s queen takes {ec}'s queen on c5. {ec} gets a spare."]

EXAMPLES = [
    # A capture gives no card; the loser's spare replaces a move, and enters the field later.
    START + CAPTURE + ["ec spare j4: {ec} places a spare queen on j4.", "dmo c5 d4: Q♦ joins", "ec j4 i4: A♥ joins the stack"],
    # Nobody grows a stack with a lower card: after K♠ no spade counts. Without a spare the match is over for the loser.
    ["spares=0"] + START + ["ec j5 c5: Q♠ joins the stack, 11 ranks skipped", "dmo b5 c5: {ec} has no legal move and leaves the field with 1 card. {dmo} continues alone."],
    # Queens are placed in turn.
    ["queens=2", "dmo second", "ec c1", "dmo c9", "ec d1: {ec} places a queen on d1.", "dmo d9: {dmo} places a queen on d9."],
]
