xs = [3, 1, 2]
xs.sort(key = lambda x: xs.append(x))
