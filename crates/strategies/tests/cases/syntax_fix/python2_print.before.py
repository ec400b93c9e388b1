import sys
if 1: print "a"
print >>sys.stderr, "x %d" % 3, 4
print "a",
print
print ("a"), b
for i in []:
    print i, "b"; print
