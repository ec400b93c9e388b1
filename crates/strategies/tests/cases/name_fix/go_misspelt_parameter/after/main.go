package main

func total(items []string) int {
	count := len(items)
	return count
}

func main() {
	println(total(nil))
}
