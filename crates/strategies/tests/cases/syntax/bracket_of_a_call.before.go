package main

func main() {
	println(len("abc")
}
