ns = {}
exec("code", ns)
exec(code)
