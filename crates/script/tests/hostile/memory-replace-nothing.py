s = "x" * 1000
while True:
    s = s.replace("", "ab")
