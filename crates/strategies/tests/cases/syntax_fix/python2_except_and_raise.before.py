try:
    pass
except (A, B), e:
    raise E, "msg"
except IOError, err:
    raise E, "x %s" % err, tb
