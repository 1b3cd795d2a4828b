/** A plain PDF whose pages have these words in Helvetica. */
export function plainPdf(count: number, wordsOf: (page: number) => string): Buffer {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>'];
  const kids = Array.from({ length: count }, (_, page) => `${4 + 2 * page} 0 R`).join(' ');
  objects.push(`<</Type/Pages/Count ${count}/Kids[${kids}]>>`, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  for (let page = 1; page <= count; page++) {
    const lines = wordsOf(page).match(/.{1,90}(?: |$)/g) ?? [];
    const content = `BT /F 4 Tf 4 TL 20 780 Td ${lines.map((line) => `(${line}) '`).join('\n')} ET`;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${3 + 2 * page} 0 R>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    );
  }
  const parts = ['%PDF-1.4\n'];
  const places: number[] = [];
  let at = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    const part = `${index + 1} 0 obj${object}endobj\n`;
    places.push(at);
    parts.push(part);
    at += part.length;
  }
  const index = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${index}trailer<</Size ${places.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}
