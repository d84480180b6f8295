a = []
for i in range(20000):
    a = [a]
print(a)
