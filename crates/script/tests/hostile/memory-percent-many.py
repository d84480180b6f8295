s = "x" * 100000
print("%s%s%s%s%s%s%s%s%s%s%s%s" % (s, s, s, s, s, s, s, s, s, s, s, s))
