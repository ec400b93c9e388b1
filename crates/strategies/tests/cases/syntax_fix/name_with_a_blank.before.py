try:
    import x
except Import Error:
    x = None
