s = "a\n" * 400000
print(len(s.splitlines()))
