s = "x" * 10000
print(len(s.replace("x", s)))
