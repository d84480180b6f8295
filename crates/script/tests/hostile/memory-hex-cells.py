hex.cells(1000)
