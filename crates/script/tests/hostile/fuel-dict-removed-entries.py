d = {i: i for i in range(20000)}
for i in range(9000):
    del d[i]
while True:
    for k in d:
        break
