print( 1)
