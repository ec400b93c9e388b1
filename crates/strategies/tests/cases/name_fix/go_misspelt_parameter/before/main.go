package main

func total(items []string) int {
	count := len(itmes)
	return count
}

func main() {
	println(total(nil))
}
