xs = [0]
for x in xs:
    xs.append(x)
