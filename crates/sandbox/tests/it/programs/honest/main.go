package main

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
)

func main() {
	var group sync.WaitGroup
	sums := make(chan int, 4)
	for number := 0; number < 4; number++ {
		group.Add(1)
		go func(number int) { sums <- number; group.Done() }(number)
	}
	group.Wait()
	if err := os.WriteFile("written.txt", []byte("a"), 0o644); err != nil {
		panic(err)
	}
	if child, err := exec.Command("sh", "-c", "echo child").Output(); err != nil || string(child) != "child\n" {
		panic(err)
	}
	fmt.Println("ok")
}
