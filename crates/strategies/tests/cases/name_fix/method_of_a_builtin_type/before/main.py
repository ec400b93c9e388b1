print("a b".uper().spilt())
