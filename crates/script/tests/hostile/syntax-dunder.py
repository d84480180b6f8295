().__class__
