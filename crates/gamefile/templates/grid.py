# A game of turns on a grid. Change anything, then run: deathmatch game check FILE
game(
    id="rows", name="Four Corners", version=1, by="your name",
    blurb="Take squares in turn: own the four corners of a square of any size to win.",
    options={
        "turn_s": seconds(60, "Time for each turn"),
        "side": whole(6, 4, 9, "Columns and rows of the board"),
        "reserve_s": reserve(300),       # runs once the time for a turn is up; without any left you lose
    },
    advantage="chooses who begins",      # the player with the Advantage is `opt.advantage`
    orders="open",
)

def owned(board, cell, size):
    """The four corners of a square that the owner of the cell has with it, or none."""
    x, y = cell
    for step in range(1, size):
        for dx, dy in [(step, step), (step, -step), (-step, step), (-step, -step)]:
            corners = [cell, (x + dx, y), (x, y + dy), (x + dx, y + dy)]
            if all(board.get(corner) == board[cell] for corner in corners):
                return corners
    return []

def free(v):
    return [grid.name(cell) for cell in grid.cells((v.side, v.side)) if cell not in v.board]

def play(s, opt, random):
    s.side, s.board, s.last, s.won = opt.side, {}, None, []
    first = ask(
        opt.advantage, orders=["first", "second"], question="Do you want to go first or second?",
        seconds=opt.turn_s, missing="first",
    )
    s.turn = opt.advantage if first == "first" else other(opt.advantage)
    say(f"{name(s.turn)} begins.")
    for move in range(opt.side * opt.side):
        s.stage = f"Move {move + 1}"
        order = ask(
            s.turn, orders=free, question="Which square do you take?",
            seconds=opt.turn_s, reserve=True,
        )
        cell = grid.cell(order)
        s.board[cell], s.last = s.turn, cell
        say(f"{name(s.turn)} takes {order}.")
        s.won = owned(s.board, cell, opt.side)
        if s.won:
            say(f"{name(s.turn)} owns the corners {', '.join([grid.name(corner) for corner in s.won])}.")
            win(s.turn)
        s.turn = other(s.turn)
    win(DMO, tie=True)                   # the board is full: the tie rule

def scene(v):
    def shown(cell):
        return square(seat=v.board.get(cell), mark=cell == v.last or cell in v.won)
    return grid_of((v.side, v.side), shown)

RULES = """
# 🎯 In short
The board has {side} columns and {side} rows. In turn you take one free square.
Who owns the four corners of an upright square of any size wins at once.
If the board is full without that, the DMO wins.
# ✍️ Your order
Write the square: `d5`.
# 🏠 Rulings
! The player with the Advantage chooses who begins.
"""

EXAMPLES = [
    ["dmo second: {ec} begins.", "ec a1", "dmo c3", "ec b1", "dmo c4", "ec a2", "dmo c5", "ec b2: win ec"],
]
