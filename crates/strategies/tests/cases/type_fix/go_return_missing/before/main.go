package main

func total(values []int) int {
	sum := 0
	for _, value := range values {
		sum += value
	}
	sum++
}

func main() {
	println(total(nil))
}
