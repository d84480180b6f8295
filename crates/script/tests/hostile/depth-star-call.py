print(*range(100000))
