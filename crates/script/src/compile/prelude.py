# Built-in functions that call functions of the script. The order is that of `code::Prelude`.
def map_one(f, xs):
    return [f(x) for x in xs]

def map_two(f, xs, ys):
    return [f(x, y) for x, y in zip(xs, ys)]

def filtered(f, xs):
    return [x for x in xs if f(x)]

def sorted_by(xs, key, reverse):
    return arranged(xs, [key(x) for x in xs], reverse)

def sort_by(list, xs, key, reverse):
    fill(list, arranged(xs, [key(x) for x in xs], reverse))

def least_by(xs, key):
    return extreme(xs, [key(x) for x in xs], False)

def most_by(xs, key):
    return extreme(xs, [key(x) for x in xs], True)
