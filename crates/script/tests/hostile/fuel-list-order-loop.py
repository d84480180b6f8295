xs = list(range(100000))
ys = list(range(100000))
while True:
    xs < ys
