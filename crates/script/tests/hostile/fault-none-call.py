None()
