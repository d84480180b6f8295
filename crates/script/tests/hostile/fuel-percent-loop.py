s = "%%" * 100000
while True:
    s % ()
