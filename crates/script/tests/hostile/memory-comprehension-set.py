xs = {(a, b) for a in range(1000) for b in range(1000)}
