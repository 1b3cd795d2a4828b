/** SHA-256 of the word 'Imprimatur': the product's own rosette, shown only at sign-in. */
export const productDigest = 'd07145b84a39f8021d6180a7d2318b15b34e7c949704446150510d7d6a4d3235';
