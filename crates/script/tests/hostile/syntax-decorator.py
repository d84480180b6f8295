@f
def g():
    pass
