print(next((a for a in range(1000000000) if a < 0), None))
