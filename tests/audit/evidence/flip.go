// Built beside verify.go: flips a bit of each byte of what that program checks, one after the other, in one process, and prints each
// change that it accepts, as the file's name, the place and the changed file in hex.
package main

import (
	"fmt"
	"os"
)

func partsOf(made proof) [][]byte {
	if passkey, ok := made.(assertion); ok {
		return [][]byte{passkey.data, passkey.client, passkey.signature, passkey.words}
	}
	signOn := made.(reauthentication)
	return [][]byte{signOn.nonce, signOn.words}
}

func init() {
	if len(os.Args) != 3 || os.Args[1] != "--flip" && os.Args[1] != "--flip-signatures" {
		return
	}
	files, err := open(os.Args[2])
	if err != nil {
		panic(err)
	}
	flips := 0
	if os.Args[1] == "--flip-signatures" {
		found, err := files.proofs(files.names("events/", ".json"))
		if err != nil {
			panic(err)
		}
		for event, made := range found {
			for part, bytes := range partsOf(made) {
				for at := range bytes {
					bytes[at] ^= 1 << (at % 8)
					if made.holds() {
						fmt.Printf("%s %d %d\n", event, part, at)
					}
					bytes[at] ^= 1 << (at % 8)
					flips++
				}
			}
		}
		fmt.Printf("%d\n", flips)
		os.Exit(0)
	}
	for name, content := range files {
		bytes := []byte(content)
		for at := range bytes {
			bytes[at] ^= 1 << (at % 8)
			files[name] = string(bytes)
			if _, err := files.verify(); err == nil {
				fmt.Printf("%s %d %x\n", name, at, bytes)
			}
			bytes[at] ^= 1 << (at % 8)
			flips++
		}
		files[name] = content
	}
	fmt.Printf("%d\n", flips)
	os.Exit(0)
}
