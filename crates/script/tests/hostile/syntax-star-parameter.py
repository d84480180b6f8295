def f(*xs, **named):
    pass
