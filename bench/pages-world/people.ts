import type { Named } from '#events/common.ts';
import type { Role } from '#events/user/events.ts';

/** How much an organisation holds. */
export interface Size {
  documents: number;
  people: number;
  records: number;
}

export interface Member extends Named {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  departments: Named[];
}

// Names with letters beyond ASCII among them.
const firstNames = (
  'Aoife Bram Chiara Dmitri Élodie Farah Gaël Hana Ines João Kerstin Lütfi Marit Noor Óscar Priya Quentin ' +
  'Rosalind Søren Tomasz'
).split(' ');
const lastNames = (
  'Brennan Cortés Dąbrowski Eriksen Ferrari Grünwald Haddad Ibáñez Jansen Kobayashi Lefèvre Müller Nováková ' +
  'Okafor Petrov Raman Solheim Teague Ünal Wieczorek'
).split(' ');
export const doings =
  'Calibration,Cleaning,Validation,Storage,Sampling,Review,Release,Disposal,Qualification,Training'.split(',');
export const things = (
  'Balances,Änderungsanträge,Batch Records,Cold Rooms,Chromatographs,Deviations,Suppliers,Waste ' +
  'Streams,Incubators,Electronic Records'
).split(',');

/** Always the same: uids that count up, so that a cached world and a new one are one. */
export const uidOf = (kind: number, n: number): string =>
  `0199a1b2-${kind.toString(16).padStart(4, '0')}-7000-8000-${n.toString(16).padStart(12, '0')}`;
export const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
/** A number that looks thrown: 0 up to, not including, `below`. */
export const thrown = (n: number, below: number): number =>
  Math.floor((((n + 1) * 2_654_435_761) % 2 ** 32) / (2 ** 32 / below));

/** The people: one in five is an author, every fiftieth an admin; each in one of forty departments, some in two. */
export function membersOf({ people }: Size): { members: Member[]; departments: Named[] } {
  const departments = Array.from({ length: 40 }, (_, n) => ({
    uid: uidOf(3, n),
    name: `Department ${pick(things, n)} ${Math.floor(n / 10) + 1}`,
  }));
  const members = Array.from({ length: people }, (_, n): Member => {
    const firstName = pick(firstNames, n);
    const lastName = `${pick(lastNames, Math.floor(n / 20))}${n < 400 ? '' : ` ${pick(lastNames, thrown(n, 20))}`}`;
    const role: Role = n % 50 === 0 ? 'ADMIN' : n % 5 === 0 ? 'AUTHOR' : 'EMPLOYEE';
    const own = [pick(departments, n), ...(n % 10 === 0 ? [pick(departments, n + 7)] : [])];
    return {
      uid: uidOf(2, n),
      name: `${firstName} ${lastName}`,
      firstName,
      lastName,
      email: `person-${n}@bench.example`,
      role,
      departments: own,
    };
  });
  return { members, departments };
}
