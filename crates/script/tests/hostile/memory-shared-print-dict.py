a = {"k": "v"}
for i in range(50):
    a = {"l": a, "r": a}
print(a)
