package main

fn main() {
	println(1)
}
