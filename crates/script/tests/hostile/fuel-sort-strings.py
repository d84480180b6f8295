xs = ["x" * 100000 + str(i) for i in range(50)]
while True:
    xs.sort(reverse = True)
    xs.sort()
