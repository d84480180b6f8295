xs = list(range(10000))
while True:
    random.shuffled(xs)
