package main

import "fmt"

func label(name string, count int) string {
	return fmt.Sprint(count, " x ", name)
}

func main() {
	fmt.Println(label("tea", 3))
}
