print(1 )
