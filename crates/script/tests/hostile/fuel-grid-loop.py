while True:
    grid.ray((0, 0), (1, 0), (1000, 1))
