n = 0
def f():
    global n
