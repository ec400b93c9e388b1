package main

import "strconv"

func double(text string) (int, error) {
	number, err := strconv.Atoi(text)
	if err != nil {
		return 0, err
	}
	return 2 * number, nil
}

func main() {
	println(double("2"))
}
