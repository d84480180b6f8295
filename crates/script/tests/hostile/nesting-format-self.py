a = []
a.append(a)
print(f"{a}")
