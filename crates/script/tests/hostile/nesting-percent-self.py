a = []
a.append(a)
print("%s" % [a])
