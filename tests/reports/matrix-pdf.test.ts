import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { MatrixPerson } from '#app/reports/queries/matrix.ts';
import { matrixPdf } from '#app/reports/matrix/matrix-pdf.ts';
import type { MatrixRates } from '#app/reports/queries/matrix-rates.ts';
import { frame } from '#tests/reports/frame.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';

const documentCalled = (name: string, docNum: string) => ({
  uid: docNum,
  name,
  type: 'SOP' as const,
  functionalArea: 'QA',
  docNum,
  version: '1.0',
});

const personCalled = (name: string, group: string, cells: string): MatrixPerson => {
  const onRows = (letter: string) => cells.split(',').filter((cell) => cell.startsWith(letter)).length;
  return {
    uid: name,
    name,
    email: 'a@northmere.example',
    role: 'EMPLOYEE',
    status: 'ACTIVE',
    departments: [group],
    group,
    cells,
    signed: onRows('S'),
    due: onRows('D'),
    overdue: onRows('O'),
  };
};

async function paper(people: MatrixPerson[], titles: string[], rates?: MatrixRates) {
  const documents = titles.map((title, index) => documentCalled(title, String(index + 1).padStart(3, '0')));
  const rows = async function* () {
    yield* people;
  };
  const longest = people.map(({ name }) => name);
  const alphabet = [...longest, ...titles, ...people.map(({ group }) => group ?? '')];
  const rest = {
    documents,
    alphabet,
    longest,
    people: people.length,
    today: '2026-03-12',
    signature: null,
    onRows: () => undefined,
    rates,
  };
  return readPdf(
    await buffer(
      await matrixPdf(rows(), frame, { ...rest, rates: rates ?? { documents: titles.map(() => 50), all: 50 } }),
    ),
  );
}

const signed = 'Signed 2026-03-01';
const due = 'Due 2026-04-01';

describe('the training matrix on paper', () => {
  it('repeats the heading of a department that goes on on the next page, and of no other', async () => {
    const people = Array.from({ length: 60 }, (_, n) =>
      personCalled(`Person ${n}`, n < 30 ? 'Laboratory' : 'Quality', signed),
    );
    const { pages } = await paper(people, ['Drying']);
    expect(pages.length).toBeGreaterThan(2);
    const headings = pages.map((page) => page.match(/(Laboratory|Quality)(, continued)?/g));
    expect(headings[0]).toEqual(['Laboratory']);
    expect(headings[1]).toEqual(['Laboratory, continued', 'Quality']);
    expect(headings[2]).toEqual(['Quality, continued']);
  });

  it('cuts no name and no title that there is room for', async () => {
    const name = 'Maria Magdalena Constantinopolitana-Featherstonehaugh';
    const title = 'Qualification and Requalification of Thermal Cyclers in the Molecular Laboratory';
    const { all } = await paper([personCalled(name, 'Quality', signed)], [title]);
    expect(all).toContain(name);
    expect(all).not.toContain('…');
    for (const word of title.split(' ')) expect(all).toContain(word);
    const many = await paper(
      [personCalled(name, 'Quality', Array.from({ length: 40 }, () => signed).join(','))],
      Array.from({ length: 40 }, () => title),
    );
    expect(many.all).toContain('Maria Magdalena Const');
    expect(many.all, 'here there is none').not.toContain(name);
  });

  it('tells at its foot how many have trained, by document and of everybody', async () => {
    const people = [
      personCalled('Noor Haddad', 'Quality', [signed, due].join(',')),
      personCalled('Ines Okafor', 'Quality', [signed, ''].join(',')),
    ];
    const { all } = await paper(people, ['Drying', 'Weighing'], { documents: [100, null], all: 66 });
    expect(all).toMatch(/Trained 100 – 66%/);
  });
});
