def f(x):
    return map(f, [x])
f(0)
