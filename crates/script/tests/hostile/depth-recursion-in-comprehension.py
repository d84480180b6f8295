def f(x):
    return [f(y) for y in [x]]
f(0)
