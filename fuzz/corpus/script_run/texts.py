s = "a,b , ĉ"
print(s.split(","), s[::-1], s.upper().title(), s.find("b"), s.replace(",", ";"), "-".join(s), s * 3)
print(f"{7:03}|{'x':^5}|{-3:+}", "%s has %3d" % ("ec", 4), repr("it's\n"), s.strip("a"), s.center(20, "*"), ord("a"), chr(98))
for c in s: print(c, c in "abc", c < "b", end=" ")
