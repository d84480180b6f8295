s = "é" * 100000
while True:
    t = s[1:3]
