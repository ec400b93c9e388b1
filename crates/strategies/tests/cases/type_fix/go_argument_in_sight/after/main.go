package main

func price(net int, rate int) int {
	return net + net*rate/100
}

func main() {
	rate := 20
	println(price(100, rate))
	println(rate)
}
