import os
from x import y
class A: pass
try: x = 1.5 / 2
except: raise
with open('x') as f: yield f
global z; nonlocal w; async def g(): await h
@d
match x:
    case 1: ...
x: int = 3 -> 4
