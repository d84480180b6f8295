print(all(True for a in range(100000) for b in range(100000)))
