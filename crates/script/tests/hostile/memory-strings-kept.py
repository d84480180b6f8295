xs = []
i = 0
while True:
    xs.append("text number %d" % i)
    i += 1
