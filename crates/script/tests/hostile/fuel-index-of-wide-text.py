s = "é" * 400000
n = 0
while True:
    n += len(s[399999])
