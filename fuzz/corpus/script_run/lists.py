xs = [3, 1, 2]
ys = xs
xs += (4, 5)
xs.sort(key=lambda x: -x)
a, (b, *c) = 1, (2, 3)
