if True:
	pass
