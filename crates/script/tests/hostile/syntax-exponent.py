x = 1e9
