s = "x" * 100000
print(len(s.join(list(s))))
