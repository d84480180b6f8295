xs = list(range(1000))
xs.sort(key = lambda x: sum(range(10000)))
