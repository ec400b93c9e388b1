package prices

// Total is a sum.
func Total() int { return 1 }
