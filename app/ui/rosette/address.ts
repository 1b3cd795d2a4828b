/** `dense`: the large one at sign-in. */
export type RosetteDrawing = 'fine' | 'dense';

/** The file with a rosette's lines (`#lines`). `sha256`: 64 hexadecimal digits. */
export const rosetteAddress = (sha256: string, drawing: RosetteDrawing) => `/rosettes/${sha256}/${drawing}.svg`;
