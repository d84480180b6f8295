xs = [[0]] * 5000
while True:
    sum(xs, [])
