d = {i: i for i in range(10000)}
while True:
    d.items()
