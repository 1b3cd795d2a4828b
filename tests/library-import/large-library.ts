import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { admin } from '#tests/support/approved-import.ts';
import type { Library } from '#tests/support/source-pack.ts';
import { plainPdf } from '#tests/support/files/plain-pdf.ts';

const types = ['SOP', 'Policy', 'WI', 'Other'];
const people = 100;
const trainingOfDocument = 10;
/** Every so many versions is a PDF of a Debian package, where some are installed. */
const realEvery = 50;
const largestReal = 2_000_000;

/** The PDFs that Debian's packages installed. */
async function realPdfs(): Promise<Buffer[]> {
  const found = await promisify(execFile)('find', ['/usr/share', '-name', '*.pdf', '-size', '-2000k']).catch(
    () => null,
  );
  const paths = found?.stdout.split('\n').filter(Boolean) ?? [];
  const read = await Promise.all(paths.sort().map((path) => readFile(path)));
  return read.filter(({ length }) => length < largestReal);
}

/** A library of three versions and ten rows of training for each document, every version with bytes of its own. */
export async function largeLibrary(documents: number): Promise<Library> {
  const real = await realPdfs();
  const library: Library = {
    tables: {
      people: [],
      departments: [{ name: 'Quality' }],
      documents: [],
      versions: [],
      relations: [],
      training: [],
    },
    files: {},
  };
  const { tables, files } = library;
  for (let n = 1; n <= people; n++)
    tables.people.push({ 'staff number': `P${n}`, 'first name': 'Person', 'last name': `No. ${n}`, email: '' });
  for (let n = 0; n < documents; n++) {
    const key = `D-${n}`;
    tables.documents.push({
      key,
      title: `Document no. ${n}`,
      type: types[n % types.length]!,
      area: 'QA',
      number: String(1 + Math.floor(n / types.length)),
      owner: admin.email,
      departments: 'Quality',
    });
    // To the next one, which is recorded later, and to the first.
    for (const other of new Set([(n + 1) % documents, 0]))
      if (other !== n)
        tables.relations.push({
          document: key,
          'related document': `D-${other}`,
          relation: other === 0 ? 'refers to' : 'form of',
        });
    for (const major of [1, 2, 3]) {
      const pdf = `d-${n}-${major}.pdf`;
      const own = real[(n + major) % real.length];
      const mark = Buffer.from(`\n% ${pdf}\n`);
      const isReal = own && (n * 3 + major) % realEvery === 0;
      files[pdf] = isReal ? Buffer.concat([own, mark]) : plainPdf(1, () => `Document no. ${n}, version ${major}.0`);
      tables.versions.push({
        document: key,
        version: `${major}.0`,
        'approved on': `201${major}-02-20`,
        'approved by': 'J. Roth',
        'effective on': `201${major}-03-01`,
        'superseded on': major < 3 ? `201${major + 1}-03-01` : '',
        pdf,
      });
    }
    for (let row = 0; row < trainingOfDocument; row++)
      tables.training.push({
        person: `P${1 + ((n + row * 7) % people)}`,
        document: key,
        version: '3.0',
        'completed on': `2013-03-${String(2 + row).padStart(2, '0')}`,
        kind: ['read', 'practical', 'classroom'][row % 3]!,
      });
  }
  return library;
}
