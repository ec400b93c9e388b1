package main

func main() {
	i := 0
	while i < 3 {
		i++
	}
}
