// Checks an evidence pack with Go's own note and tlog packages: go run verify.go FOLDER
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func check(err error, what string) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
		os.Exit(1)
	}
}

func refuse(what, why string) { check(fmt.Errorf("%s", why), what) }

func read(path ...string) string {
	bytes, err := os.ReadFile(filepath.Join(path...))
	check(err, filepath.Join(path...))
	return string(bytes)
}

// tree opens a signed checkpoint: the size and the root that the key signed.
func tree(text, file string, verifier note.Verifier) tlog.Tree {
	opened, err := note.Open([]byte(text), note.VerifierList(verifier))
	check(err, file)
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		refuse(file, "is no checkpoint of this log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err, file)
	root, err := tlog.ParseHash(lines[2])
	check(err, file)
	return tlog.Tree{N: size, Hash: root}
}

// proof splits a proof file: its number, its hashes, and the checkpoint that it is for.
func proof(text, head, file string) (int64, []tlog.Hash, string) {
	parts := strings.SplitN(text, "\n\n", 2)
	if len(parts) != 2 || !strings.HasPrefix(parts[0], head) {
		refuse(file, "is no proof")
	}
	lines := strings.Split(strings.TrimPrefix(parts[0], head), "\n")
	number, err := strconv.ParseInt(lines[0], 10, 64)
	check(err, file)
	var hashes []tlog.Hash
	for _, line := range lines[1:] {
		bytes, err := base64.StdEncoding.Strict().DecodeString(line)
		check(err, file)
		var hash tlog.Hash
		if copy(hash[:], bytes) != tlog.HashSize || len(bytes) != tlog.HashSize {
			refuse(file, "holds a hash of another length")
		}
		hashes = append(hashes, hash)
	}
	return number, hashes, parts[1]
}

func main() {
	folder := "."
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	verifier, err := note.NewVerifier(strings.TrimSpace(read(folder, "keys", "log.vkey")))
	check(err, "keys/log.vkey")
	text := read(folder, "checkpoint")
	latest := tree(text, "checkpoint", verifier)

	events, _ := filepath.Glob(filepath.Join(folder, "events", "*.json"))
	for _, event := range events {
		file := strings.TrimSuffix(event, ".json") + ".tlog-proof"
		index, hashes, under := proof(read(file), "c2sp.org/tlog-proof@v1\nindex ", file)
		name, err := strconv.ParseInt(strings.TrimSuffix(filepath.Base(event), ".json"), 10, 64)
		check(err, event)
		if under != text || index != name-1 {
			refuse(file, "is for another checkpoint or another event")
		}
		leaf := tlog.RecordHash([]byte(read(event)))
		check(tlog.CheckRecord(hashes, latest.N, latest.Hash, index, leaf), event)
	}
	earlier, _ := filepath.Glob(filepath.Join(folder, "checkpoints", "*.consistency"))
	for _, file := range earlier {
		old := strings.TrimSuffix(file, ".consistency")
		before := tree(read(old), old, verifier)
		size, hashes, under := proof(read(file), "old ", file)
		if under != text || size != before.N {
			refuse(file, "is for another checkpoint")
		}
		check(tlog.CheckTree(hashes, latest.N, latest.Hash, before.N, before.Hash), file)
	}
	fmt.Printf("%s: %d events of the log of %d, and %d earlier checkpoints, all hold\n",
		verifier.Name(), len(events), latest.N, len(earlier))
}
