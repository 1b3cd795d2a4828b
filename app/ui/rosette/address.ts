/** `dense`: the large one at sign-in. */
export type SealDrawing = 'fine' | 'dense';

/** Where the lines of a seal are, of which `#lines` is drawn. `sha256`: 64 hexadecimal digits. */
export const sealAddress = (sha256: string, drawing: SealDrawing) => `/seals/${sha256}/${drawing}.svg`;
