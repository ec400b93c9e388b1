class A:
    def f(self):
	print "x"
	if 1:
	    print "y"
        return 1
