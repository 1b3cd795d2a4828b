import { random } from './papers.ts';
import type { Line, Sheets } from './sheets.ts';

/** What a comparison must say of a change, and nothing else. */
export interface Expected {
  /** Changed words, in any order. */
  removed?: string[];
  added?: string[];
  /** At least one of these is among what changed or moved; more may be. */
  touches?: string[];
  /** The element, and a text of it. */
  element?: [element: string, text: string];
  /** How many passages stand on every page. */
  onEveryPage?: number;
}

export interface SheetMutation {
  name: string;
  older: Sheets;
  newer: Sheets;
  expected: Expected;
}

const words = {
  english:
    'operator valve column pump label lock room door balance vessel flask rinse store scale glove cabinet sample ' +
    'filter buffer record stopper gauge tray hose drain tank probe seal',
  polish:
    'obsługa zawór kolumna pompa etykieta żarówka śluza drzwi źródło łaźnia próbka ćwiczenie dźwignia głębokość ' +
    'wąż świadectwo pojemnik ściana miąższość żółty',
  japanese:
    '作業者は圧力計を確認し 弁を閉じてから 配管を洗浄する 温度は二十五度以下とする 記録を保管庫に移す 試料は冷蔵で保存する ' +
    '手袋を交換して秤を校正する ラベルを貼り替える',
};
export type Language = keyof typeof words;

const units = ['mg', 'g', 'ml', 'kPa', 'bar', 'min'];

/** A document of four pages: a head, a foot with the page's number, and lines with quantities. */
export function sheetsOf(seed: number, language: Language = 'english'): Sheets {
  const next = random(seed * 7919 + 13);
  const list = words[language].split(' ');
  const line = (): Line => ({
    text: Array.from({ length: language === 'japanese' ? 2 : 8 }, () => list[next(list.length)]!).join(
      language === 'japanese' ? '、' : ' ',
    ),
  });
  return {
    head: ['Northmere SOP-MFG-041 Version 3.0'],
    foot: ['Page # of ##'],
    pages: Array.from({ length: 4 }, (_, page) => [
      { text: `Step ${page + 1}: weigh in ${5 + page} g of salt`, y: 60 },
      ...Array.from({ length: 6 + next(6) }, line),
      { text: `Dose ${20 + next(60)} ${units[next(units.length)]!} of agent ${page + 3}` },
      ...Array.from({ length: 3 }, line),
      { text: `Hold for ${11 + page} min at the end`, y: 742 },
    ]),
  };
}

export type Change = (
  sheets: Sheets,
  next: (below: number) => number,
) => Expected & { older?: (sheets: Sheets) => void };

export const lineOf = (sheets: Sheets, page: number, begins: string): Line =>
  sheets.pages[page]!.find(({ text }) => text.startsWith(begins))!;

export function replace(line: Line, removed: string, added: string): Expected {
  line.text = line.text.replace(removed, added);
  return { removed: [removed], added: [added] };
}

/** Sets up both versions before the newer one is changed. */
export const both =
  (prepare: (sheets: Sheets) => void, change: Change): Change =>
  (sheets, next) => {
    prepare(sheets);
    return { ...change(sheets, next), older: prepare };
  };

/** Changes of each kind, each to a document of its own. */
export function mutateSheets(kinds: Record<string, Change>, rounds: number, first = 0): SheetMutation[] {
  const all = Object.entries(kinds);
  return Array.from({ length: rounds }, (_, round) => round + first).flatMap((round) =>
    all.map(([name, change], index) => {
      const seed = round * 100 + index;
      const [older, newer] = [sheetsOf(seed), sheetsOf(seed)];
      const { older: prepare, ...expected } = change(newer, random(seed + 5));
      prepare?.(older);
      return { name: `${name}, ${round}`, older, newer, expected };
    }),
  );
}
