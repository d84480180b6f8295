s = "ŉ" * 500000
t = s.upper()
t = t.upper()
u = t + t
