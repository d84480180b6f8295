a = ()
for i in range(10000):
    a = (a, 1)
print(a)
