board = {c: None for c in grid.cells((3, 3))}
for c in random.shuffled(list(board))[:4]: board[c] = random.choice("xo")
print(grid.near((1, 1), (3, 3)), grid.ray((0, 0), (1, 1), (3, 3)), grid.name((2, 1)), grid.cell("b2"), hex.near((0, 0), 1), cards.count(board.values()))
print(cards.deck("SH", range(2, 4)), random.dice(3, 6), random.below(10))
