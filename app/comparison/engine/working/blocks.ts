import type { TablePlace } from '#app/comparison/engine/page-words.ts';

/** A paragraph of an office file. */
export interface Block {
  text: string;
  isHeading: boolean;
  /** Where it stands in a table; paragraphs of one cell have the same object. */
  cell: TablePlace | null;
}

interface Cell extends TablePlace {
  /** Counts from 0. */
  at: number;
  text: string;
}

/** Characters of the name of a row or column. */
const longestName = 80;

/** Collects paragraphs, also those within others, and names cells by the first row and the first cell of their row. */
export class BlockCollector {
  readonly blocks: Block[] = [];
  readonly #open: Block[] = [];
  readonly #tables: Cell[][][] = [];

  openParagraph(isHeading: boolean): void {
    const block = { text: '', isHeading, cell: this.#cell };
    this.#open.push(block);
    this.blocks.push(block);
  }

  closeParagraph(): void {
    const block = this.#open.pop();
    if (block?.cell) (block.cell as Cell).text += `${block.text} `;
  }

  /** The paragraph that is open is a heading. */
  markHeading(): void {
    const block = this.#open.at(-1);
    if (block) block.isHeading = true;
  }

  addText(text: string): void {
    const block = this.#open.at(-1);
    if (block) block.text += text;
  }

  openTable(): void {
    this.#tables.push([]);
  }

  openRow(): void {
    this.#tables.at(-1)?.push([]);
  }

  openCell(): void {
    const row = this.#tables.at(-1)?.at(-1);
    row?.push({ at: (row.at(-1)?.at ?? -1) + 1, text: '', row: '', column: '' });
  }

  /** The open cell reaches over so many columns. */
  widenCell(columns: number): void {
    const cell = this.#cell;
    if (cell && columns > 1 && columns < 1000) cell.at += columns - 1;
  }

  closeTable(): void {
    const rows = this.#tables.pop() ?? [];
    const heads = new Map(rows[0]?.map(({ at, text }) => [at, nameOf(text)]));
    for (const row of rows)
      for (const cell of row) {
        cell.row = nameOf(row[0]!.text);
        cell.column = heads.get(cell.at) || String(cell.at + 1);
      }
  }

  get #cell(): Cell | null {
    return this.#tables.at(-1)?.at(-1)?.at(-1) ?? null;
  }
}

const nameOf = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, longestName);
