a = []
while True:
    a = [a]
