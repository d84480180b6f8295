def f(a, b, c):
    return f(*[a, b, c])
f(1, 2, 3)
