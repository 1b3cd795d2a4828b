// Checks an evidence pack with Go's own note and tlog packages: go run verify.go passkeys.go FOLDER
package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// pack holds the files that prove something, by their names.
type pack map[string]string

func refuse(file, why string) error { return fmt.Errorf("%s: %s", file, why) }

// tree opens a signed checkpoint: the size and the root that the key signed.
func (files pack) tree(file string, verifier note.Verifier) (tlog.Tree, error) {
	none := tlog.Tree{}
	opened, err := note.Open([]byte(files[file]), note.VerifierList(verifier))
	if err != nil {
		return none, refuse(file, err.Error())
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		return none, refuse(file, "is no checkpoint of this ledger")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return none, refuse(file, err.Error())
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		return none, refuse(file, err.Error())
	}
	return tlog.Tree{N: size, Hash: root}, nil
}

// proof reads a proof for the checkpoint `under`: its number and its hashes.
func (files pack) proof(file, head, under string) (int64, []tlog.Hash, error) {
	parts := strings.SplitN(files[file], "\n\n", 2)
	if len(parts) != 2 || !strings.HasPrefix(parts[0], head) {
		return 0, nil, refuse(file, "is no proof")
	}
	if parts[1] != under {
		return 0, nil, refuse(file, "is for another checkpoint")
	}
	lines := strings.Split(strings.TrimPrefix(parts[0], head), "\n")
	number, err := strconv.ParseInt(lines[0], 10, 64)
	if err != nil || strconv.FormatInt(number, 10) != lines[0] {
		return 0, nil, refuse(file, "holds no number")
	}
	var hashes []tlog.Hash
	for _, line := range lines[1:] {
		bytes, err := base64.StdEncoding.Strict().DecodeString(line)
		var hash tlog.Hash
		if err != nil || copy(hash[:], bytes) != tlog.HashSize || len(bytes) != tlog.HashSize {
			return 0, nil, refuse(file, "holds what is no hash")
		}
		hashes = append(hashes, hash)
	}
	return number, hashes, nil
}

// names gives the files of a folder that end so, in order.
func (files pack) names(folder, end string) []string {
	var found []string
	for name := range files {
		if strings.HasPrefix(name, folder) && strings.HasSuffix(name, end) {
			found = append(found, name)
		}
	}
	sort.Strings(found)
	return found
}

// verify says what holds, or what does not.
func (files pack) verify() (string, error) {
	key := strings.TrimSuffix(files["keys/log.vkey"], "\n")
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return "", refuse("keys/log.vkey", err.Error())
	}
	if !strings.HasPrefix(key, fmt.Sprintf("%s+%08x+", verifier.Name(), verifier.KeyHash())) {
		return "", refuse("keys/log.vkey", "is written in another way than a key is")
	}
	text := files["checkpoint"]
	latest, err := files.tree("checkpoint", verifier)
	if err != nil {
		return "", err
	}
	events := files.names("events/", ".json")
	for _, event := range events {
		file := strings.TrimSuffix(event, ".json") + ".tlog-proof"
		index, hashes, err := files.proof(file, "c2sp.org/tlog-proof@v1\nindex ", text)
		if err != nil {
			return "", err
		}
		name, err := strconv.ParseInt(strings.TrimSuffix(filepath.Base(event), ".json"), 10, 64)
		if err != nil || index != name-1 {
			return "", refuse(file, "is for another event")
		}
		leaf := tlog.RecordHash([]byte(files[event]))
		if err := tlog.CheckRecord(hashes, latest.N, latest.Hash, index, leaf); err != nil {
			return "", refuse(event, err.Error())
		}
	}
	earlier := files.names("checkpoints/", ".consistency")
	for _, file := range earlier {
		before, err := files.tree(strings.TrimSuffix(file, ".consistency"), verifier)
		if err != nil {
			return "", err
		}
		size, hashes, err := files.proof(file, "old ", text)
		if err != nil {
			return "", err
		}
		if size != before.N {
			return "", refuse(file, "is for another checkpoint")
		}
		if err := tlog.CheckTree(hashes, latest.N, latest.Hash, before.N, before.Hash); err != nil {
			return "", refuse(file, err.Error())
		}
	}
	signed, err := files.signatures(events)
	return fmt.Sprintf("%s: %d events of the ledger of %d, and %d earlier checkpoints, all hold%s",
		verifier.Name(), len(events), latest.N, len(earlier), signed), err
}

// listed checks every file of the folder against the list of files that the key signed.
func (files pack) listed(folder string) (string, error) {
	verifier, err := note.NewVerifier(strings.TrimSuffix(files["keys/log.vkey"], "\n"))
	if err != nil {
		return "", refuse("keys/log.vkey", err.Error())
	}
	latest, err := files.tree("checkpoint", verifier)
	if err != nil {
		return "", err
	}
	sums, err := os.ReadFile(filepath.Join(folder, "SHA256SUMS"))
	if err != nil {
		return "", err
	}
	signed, err := os.ReadFile(filepath.Join(folder, "SHA256SUMS.note"))
	if err != nil {
		return "", err
	}
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err != nil {
		return "", refuse("SHA256SUMS.note", err.Error())
	}
	statement := fmt.Sprintf("imprimatur/evidence-pack@1\nSHA256SUMS %x\nroot %x\n", sha256.Sum256(sums), latest.Hash[:])
	if opened.Text != statement {
		return "", refuse("SHA256SUMS.note", "is not the signature of the key over SHA256SUMS")
	}
	want := map[string]string{}
	for _, line := range strings.Split(strings.TrimSuffix(string(sums), "\n"), "\n") {
		parts := strings.SplitN(line, "  ", 2)
		if len(parts) != 2 || want[parts[1]] != "" {
			return "", refuse("SHA256SUMS", "is not a list of files")
		}
		want[parts[1]] = parts[0]
	}
	found := 0
	err = filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if name == "SHA256SUMS" || name == "SHA256SUMS.note" {
			return nil
		}
		if want[name] == "" || !entry.Type().IsRegular() {
			return refuse(name, "is no file that was packed")
		}
		found++
		hash, err := hashOf(file)
		if err == nil && hash != want[name] {
			err = refuse(name, "is not the file that was packed")
		}
		return err
	})
	if err == nil && found != len(want) {
		err = refuse("SHA256SUMS", "names files that are missing")
	}
	if err == nil {
		err = files.comparisons(folder, want)
	}
	return fmt.Sprintf("%d files are those that were packed and signed: index.html, index.pdf, the PDFs and all others\n"+
		"Not compared: what is written for reading with the events", found), err
}

// comparisons checks that each comparison of versions that a signature names is listed, or named as missing.
func (files pack) comparisons(folder string, listed map[string]string) error {
	bytes, err := os.ReadFile(filepath.Join(folder, "pack.json"))
	if err != nil {
		return err
	}
	var contents struct{ Missing []struct{ Sha256 string } }
	if err := json.Unmarshal(bytes, &contents); err != nil {
		return refuse("pack.json", err.Error())
	}
	known := map[string]bool{}
	for _, hash := range listed {
		known[hash] = true
	}
	for _, missing := range contents.Missing {
		known[missing.Sha256] = true
	}
	for _, event := range files.names("events/", ".json") {
		var whole object
		if json.Unmarshal([]byte(files[event]), &whole) != nil {
			return refuse(event, "is no event")
		}
		comparison := whole.object("data").object("signature").text("comparison")
		if comparison != "" && !known[comparison] {
			return refuse(event, "names a comparison of versions that is not in the pack")
		}
	}
	return nil
}

func hashOf(file string) (string, error) {
	opened, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer opened.Close()
	running := sha256.New()
	_, err = io.Copy(running, opened)
	return hex.EncodeToString(running.Sum(nil)), err
}

// open reads the files of an unpacked pack that prove something.
func open(folder string) (pack, error) {
	files := pack{}
	for _, pattern := range []string{"checkpoint", "keys/log.vkey", "events/*", "checkpoints/*"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return nil, err
		}
		for _, file := range found {
			bytes, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			name, err := filepath.Rel(folder, file)
			if err != nil {
				return nil, err
			}
			files[filepath.ToSlash(name)] = string(bytes)
		}
	}
	return files, nil
}

func main() {
	folder := "."
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	files, err := open(folder)
	found := ""
	if err == nil {
		found, err = files.verify()
	}
	packed := ""
	if err == nil {
		packed, err = files.listed(folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(found)
	fmt.Println(packed)
}
