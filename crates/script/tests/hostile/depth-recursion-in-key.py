def f(x):
    return sorted([1, 2], key = f)
f(0)
