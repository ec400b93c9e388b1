try:
    pass
except (A, B) as e:
    raise E("msg")
except IOError as err:
    raise E("x %s" % err).with_traceback(tb)
