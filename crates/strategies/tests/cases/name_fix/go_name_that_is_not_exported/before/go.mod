module example.org/demo

go 1.19
