xs = [0 for a in range(1000) for b in range(1000) for c in range(1000)]
