a = "x" * 500000 + "a"
b = "x" * 500000 + "a"
while True:
    a == b
