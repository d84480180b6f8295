r = range(9223372036854775807)
for i in r:
    pass
