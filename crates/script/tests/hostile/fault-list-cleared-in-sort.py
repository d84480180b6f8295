xs = [3, 1, 2]
def key(x):
    xs.clear()
    return x
xs.sort(key = key)
