def a(m, n):
    if m == 0:
        return n + 1
    return a(m - 1, 1) if n == 0 else a(m - 1, a(m, n - 1))
for i in range(100000):
    a(2, 40)
