s = "a," * 400000
print(len(s.split(",")))
