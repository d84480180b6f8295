def f(x):
    return any(f(y) for y in [x])
f(0)
