s = "é" * 400000
while True:
    t = s.upper()
