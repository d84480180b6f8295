d = {1}
for k in d:
    d.add(k + 1)
