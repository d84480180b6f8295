d = {i: i for i in range(20000)}
while True:
    for k in d:
        break
    v = d.pop(k)
    d[k] = v
