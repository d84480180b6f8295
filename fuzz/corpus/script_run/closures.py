def outer(n, step=1):
    total = [n]
    def add(by=step):
        total.append(by + n)
        return sum(total)
    return add
fs = [outer(i) for i in range(3)]
print([f() for f in fs], [(lambda: i)() for i in range(3)], fs[0](by=5))
