print(len(list("é" * 400000)))
