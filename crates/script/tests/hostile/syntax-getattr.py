getattr([], "append")
