s = "a" * 500000
while True:
    s.isalpha()
