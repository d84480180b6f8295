keep = [[i] for i in range(20000)]
while True:
    xs = [0] * 1000
