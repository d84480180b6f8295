xs = ["é" * 1000] * 2000
print(len("".join(xs)))
