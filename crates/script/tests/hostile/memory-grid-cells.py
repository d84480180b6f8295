grid.cells((1000, 1000))
