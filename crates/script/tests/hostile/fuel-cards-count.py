xs = list(range(10000))
while True:
    cards.count(xs)
