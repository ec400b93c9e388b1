ns = {}
exec "code" in ns
exec code
