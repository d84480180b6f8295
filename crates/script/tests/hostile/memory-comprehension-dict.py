xs = {(a, b): [a] for a in range(1000) for b in range(1000)}
