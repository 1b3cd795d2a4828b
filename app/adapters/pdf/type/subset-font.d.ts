declare module 'subset-font' {
  /** A font with the glyphs of `text` alone; `variationAxes` pins the axes of a variable font. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}
