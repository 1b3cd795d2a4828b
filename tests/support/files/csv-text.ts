/** Reads RFC 4180 back, written apart from the code under test. */
export function parseCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < csv.length; at++) {
    const character = csv[at] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (csv[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ',') {
      row.push(cell);
      cell = '';
    } else if (character === '\r' && csv[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 1;
    } else if (character === '\r' || character === '\n') throw new Error('A line break stands outside of quotes');
    else cell += character;
  }
  return rows;
}

/** The lines of a CSV by the names of their columns; the mark at its beginning is passed over. */
export function readCsv(csv: string): Record<string, string>[] {
  const [head = [], ...lines] = parseCsv(csv.replace(/^\ufeff/, ''));
  return lines.map((cells) => {
    if (cells.length !== head.length) throw new Error('A line has another number of cells than the head');
    return Object.fromEntries(head.map((name, index) => [name, cells[index] ?? '']));
  });
}
