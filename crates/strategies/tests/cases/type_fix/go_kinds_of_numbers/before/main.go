package main

func mean(sum float64, count int) float64 {
	return sum / count
}

func main() {
	println(mean(3, 2))
}
