/** `dense`: the large one at sign-in. */
export type RosetteDrawing = 'fine' | 'dense';

/** Where the lines of a seal are, of which `#lines` is drawn. `sha256`: 64 hexadecimal digits. */
export const rosetteAddress = (sha256: string, drawing: RosetteDrawing) => `/seals/${sha256}/${drawing}.svg`;
