s = "a" * 500000
while True:
    s.replace("b", "c")
