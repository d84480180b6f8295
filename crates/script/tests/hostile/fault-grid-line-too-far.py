grid.line((0, 0), (1001, 0))
