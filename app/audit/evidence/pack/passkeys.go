// Checks signatures with passkeys (WebAuthn) against the keys that their signers had enrolled, and the nonces of those
// with single sign-on (OpenID Connect).
package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"time"
)

// object holds the members of an event as they are written there.
type object map[string]json.RawMessage

func (o object) text(name string) string {
	var text string
	if json.Unmarshal(o[name], &text) != nil {
		return ""
	}
	return text
}

func (o object) bytes(name string) []byte {
	bytes, err := base64.RawURLEncoding.Strict().DecodeString(o.text(name))
	if err != nil {
		return nil
	}
	return bytes
}

func (o object) object(name string) object {
	inner := object{}
	if json.Unmarshal(o[name], &inner) != nil {
		return object{}
	}
	return inner
}

// assertion is what a passkey answered, and what it was asked.
type assertion struct{ key, data, client, signature, words []byte }

// reauthentication is the nonce that the issuer signed, and what it must be the hash of.
type reauthentication struct{ nonce, words []byte }

// proof is what a signature rests on beside the server's word.
type proof interface{ holds() bool }

// holds says whether the nonce is the SHA-256 of the words.
func (r reauthentication) holds() bool {
	hash := sha256.Sum256(r.words)
	return string(r.nonce) == base64.RawURLEncoding.EncodeToString(hash[:])
}

// words are what was asked about: an event is canonical JSON, and so are they. `asked` holds the time of asking.
func words(signature, asked object) []byte {
	comparison := string(signature["comparison"])
	if comparison == "" {
		comparison = "null"
	}
	text := `{"askedAt":` + string(asked["askedAt"]) + `,"comparison":` + comparison
	names := []string{
		"document", "format", "meaning", "onBehalfOf", "printedName", "reason", "role", "sha256", "signedName", "signer",
		"version",
	}
	for _, name := range names {
		value := string(signature[name])
		// Only where a deputy signs for an absent person.
		if name == "onBehalfOf" && (value == "" || value == "null") {
			continue
		}
		if name == "format" {
			value = `"imprimatur/signature@1"`
		}
		text += `,"` + name + `":` + value
	}
	return []byte(text + "}")
}

// holds says whether the passkey signed the SHA-256 of the words, with the person recognised, on a page of its address.
func (a assertion) holds() bool {
	const present, recognised = 1, 4
	if len(a.data) < 37 || a.data[32]&present == 0 || a.data[32]&recognised == 0 {
		return false
	}
	var page struct {
		Type, Challenge, Origin string
		CrossOrigin             bool
	}
	if json.Unmarshal(a.client, &page) != nil || page.Type != "webauthn.get" || page.CrossOrigin {
		return false
	}
	asked := sha256.Sum256(a.words)
	origin, err := url.Parse(page.Origin)
	if err != nil || page.Challenge != base64.RawURLEncoding.EncodeToString(asked[:]) {
		return false
	}
	host := sha256.Sum256([]byte(origin.Hostname()))
	client := sha256.Sum256(a.client)
	return string(a.data[:32]) == string(host[:]) && madeBy(a.key, a.signature, append(append([]byte{}, a.data...), client[:]...))
}

// madeBy says whether a key in COSE made the signature: ES256, RS256 or Ed25519.
func madeBy(cose, signature, signed []byte) bool {
	numbers, texts, ok := members(cose)
	if !ok {
		return false
	}
	hash := sha256.Sum256(signed)
	number := func(label int) *big.Int { return new(big.Int).SetBytes(texts[label]) }
	switch numbers[3] {
	case -7:
		key := ecdsa.PublicKey{Curve: elliptic.P256(), X: number(-2), Y: number(-3)}
		return key.IsOnCurve(key.X, key.Y) && ecdsa.VerifyASN1(&key, hash[:], signature)
	case -8:
		return len(texts[-2]) == ed25519.PublicKeySize && ed25519.Verify(texts[-2], signed, signature)
	case -257:
		key := rsa.PublicKey{N: number(-1), E: int(number(-2).Int64())}
		return rsa.VerifyPKCS1v15(&key, crypto.SHA256, hash[:], signature) == nil
	}
	return false
}

// members reads a map of CBOR from whole numbers to whole numbers and bytes, as a COSE key is.
func members(bytes []byte) (numbers map[int]int, texts map[int][]byte, ok bool) {
	at := 0
	head := func() (major byte, value int) {
		if at >= len(bytes) {
			return 7, 0
		}
		first := bytes[at]
		at++
		value = int(first & 31)
		more := map[int]int{24: 1, 25: 2}[value]
		if value >= 24 && (more == 0 || at+more > len(bytes)) {
			return 7, 0
		}
		if more > 0 {
			value = int(new(big.Int).SetBytes(bytes[at : at+more]).Int64())
			at += more
		}
		return first >> 5, value
	}
	major, left := head()
	numbers, texts = map[int]int{}, map[int][]byte{}
	for ok = major == 5; ok && left > 0; left-- {
		sign, label := head()
		if sign == 1 {
			label = -1 - label
		}
		kind, value := head()
		switch {
		case sign > 1:
			ok = false
		case kind == 0:
			numbers[label] = value
		case kind == 1:
			numbers[label] = -1 - value
		case kind == 2 && at+value <= len(bytes):
			texts[label] = bytes[at : at+value]
			at += value
		default:
			ok = false
		}
	}
	return numbers, texts, ok && at == len(bytes)
}

// waited gives the time between asking and signing; negative where one of both is no time.
func waited(signature, asked object) time.Duration {
	from, err := time.Parse(time.RFC3339, asked.text("askedAt"))
	to, also := time.Parse(time.RFC3339, signature.text("signedAt"))
	if err != nil || also != nil {
		return -1
	}
	return to.Sub(from)
}

// authenticated says whether the signer authenticated after they were asked: 5 seconds are the difference of clocks.
func authenticated(credential object) bool {
	asked, err := time.Parse(time.RFC3339, credential.text("askedAt"))
	at, also := time.Parse(time.RFC3339, credential.text("authTime"))
	return err == nil && also == nil && !at.Before(asked.Truncate(time.Second).Add(-5*time.Second))
}

// proofs gives those of the signatures of these events, or the event whose signature has none.
func (files pack) proofs(events []string) (map[string]proof, error) {
	found := map[string]proof{}
	keys := map[string]object{}
	for _, event := range events {
		var whole object
		if json.Unmarshal([]byte(files[event]), &whole) != nil {
			return nil, refuse(event, "is no event")
		}
		data := whole.object("data")
		name := data.text("user") + " " + data.text("authenticator")
		switch {
		case whole.text("type") == "AuthenticatorEnrolled" && data.text("kind") == "passkey":
			keys[name] = data
		case whole.text("type") == "AuthenticatorRevoked":
			delete(keys, name)
		}
		signature := data.object("signature")
		credential := signature.object("credential")
		switch credential.text("method") {
		case "OIDC re-authentication":
			if wait := waited(signature, credential); wait < 0 || wait > 20*time.Minute || !authenticated(credential) {
				return nil, refuse(event, "is signed with single sign-on at another time than its signer authenticated")
			}
			found[event] = reauthentication{[]byte(credential.text("nonce")), words(signature, credential)}
		case "email, password and passkey":
			passkey := credential.object("passkey")
			enrolled := keys[signature.text("signer")+" "+credential.text("authenticator")]
			if wait := waited(signature, passkey); wait < 0 || wait > 5*time.Minute ||
				enrolled.text("credentialId") == "" || enrolled.text("credentialId") != passkey.text("credentialId") {
				return nil, refuse(event, "is signed with a passkey that its signer had not enrolled, or at another time")
			}
			found[event] = assertion{enrolled.bytes("publicKey"), passkey.bytes("authenticatorData"),
				passkey.bytes("clientDataJSON"), passkey.bytes("signature"), words(signature, passkey)}
		}
	}
	return found, nil
}

// signatures checks them, and says how many hold.
func (files pack) signatures(events []string) (string, error) {
	found, err := files.proofs(events)
	if err != nil {
		return "", err
	}
	passkeys, nonces := 0, 0
	for _, event := range events {
		made, ok := found[event]
		if !ok {
			continue
		}
		_, isPasskey := made.(assertion)
		switch {
		case isPasskey && made.holds():
			passkeys++
		case made.holds():
			nonces++
		case isPasskey:
			return "", refuse(event, "is signed with a passkey, which did not sign these words")
		default:
			return "", refuse(event, "is signed with single sign-on, whose nonce is not the hash of these words")
		}
	}
	said := ""
	if passkeys > 0 {
		said += fmt.Sprintf("\n%d signatures were made with the passkeys of their signers", passkeys)
	}
	if nonces > 0 {
		said += fmt.Sprintf("\n%d signatures have the nonce of their signer's single sign-on", nonces)
	}
	return said, nil
}
