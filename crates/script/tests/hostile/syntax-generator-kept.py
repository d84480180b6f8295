g = (x for x in range(3))
