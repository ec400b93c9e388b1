print("a b".upper().spilt())
