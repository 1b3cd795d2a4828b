import type { Role } from '#events/user/events.ts';

export const organisationName = 'Northmere Diagnostics';
export const domain = 'northmere.example';

export const departments = [
  'Corporate',
  'Engineering',
  'IT',
  'Laboratory',
  'Manufacturing',
  'Project Management',
  'Quality Assurance',
] as const;
export type Department = (typeof departments)[number];

export const functionalAreas = ['CORP', 'ENG', 'IT', 'LAB', 'MFG', 'PM', 'QA'];

/** Days before the demonstration was loaded: 30 months. */
export const firstDay = -912;

export interface DemonstrationPerson {
  firstName: string;
  lastName: string;
  role: Role;
  departments: readonly Department[];
  /** Days from the load. */
  joins: number;
  /** `heir`: the first name of the person who takes over the documents. */
  leaves?: { day: number; reason: string; heir: string };
  /** Never confirmed the invitation. */
  invitedOnly?: true;
}

const person = (
  joins: number,
  name: string,
  role: Role,
  places: readonly Department[],
  more: Partial<DemonstrationPerson> = {},
): DemonstrationPerson => {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' '), role, departments: places, joins, ...more };
};

/** People of one department who joined on one day and read and sign only. */
const employees = (joins: number, place: Department, names: string): DemonstrationPerson[] =>
  names.split(', ').map((name) => person(joins, name, 'EMPLOYEE', [place]));

/** Everybody but the first admin. First names are unique: documents name people by them. */
export const people: readonly DemonstrationPerson[] = [
  person(-912, 'Priya Raman', 'ADMIN', ['Quality Assurance']),
  person(-912, 'Tomasz Wieczorek', 'AUTHOR', ['Manufacturing', 'Engineering']),
  person(-912, 'Daniel Achterberg', 'AUTHOR', ['IT']),
  person(-912, 'Greta Lindqvist', 'AUTHOR', ['Corporate']),
  person(-912, 'Marit Solheim', 'AUTHOR', ['Engineering']),
  person(-912, 'Pavel Dvořák', 'AUTHOR', ['Engineering']),
  person(-912, 'Yuki Tanabe', 'AUTHOR', ['Laboratory']),
  person(-912, 'Amélie Fournier', 'AUTHOR', ['Manufacturing']),
  person(-911, 'Bram Verhoeven', 'AUTHOR', ['IT'], {
    leaves: { day: -204, reason: 'Left the company.', heir: 'Daniel' },
  }),
  person(-911, 'Hana Kobayashi', 'EMPLOYEE', ['Laboratory', 'Quality Assurance']),
  person(-911, 'Ewa Nowak', 'EMPLOYEE', ['Manufacturing'], {
    leaves: { day: -88, reason: 'Retired.', heir: 'Tomasz' },
  }),
  ...employees(-911, 'Laboratory', 'Aoife Brennan, Chidi Eze, Lucía Romero, Sanjay Kulkarni, Nadia Haidari'),
  ...employees(-911, 'Manufacturing', 'Luca Ferrante, Samuel Oyelaran, Ingrid Halvorsen, Mehmet Yıldız, Katarzyna Lis'),
  ...employees(-910, 'Manufacturing', 'João Carvalho, Fiona MacLeod, Andrei Popescu, Thi Mai Nguyen'),
  ...employees(-910, 'Quality Assurance', 'Sofía Delgado, Henrik Aalto, Leila Farahani'),
  ...employees(-910, 'Engineering', 'Jonas Berger, Elif Demir'),
  ...employees(-910, 'Corporate', 'Charlotte Dubois, Owen Price'),
  ...employees(-910, 'Project Management', 'Rosalind Teague, Mateo Silva'),
  ...employees(-640, 'IT', 'Anneke Visser, Ravi Menon, Diego Reyes'),
  ...employees(-612, 'Laboratory', 'Min-jun Park, Beatrix Kovács'),
  ...employees(-520, 'Manufacturing', 'Grace Adeyemi, Viktor Petrov, Aylin Kaya'),
  ...employees(-431, 'Quality Assurance', 'Élodie Marchand, Tobias Krämer'),
  ...employees(-390, 'Engineering', 'Oskar Nyström, Wei Zhang, Clara Weiss'),
  ...employees(-320, 'Corporate', 'Isabel Santos, Malik Hassan'),
  ...employees(-268, 'Manufacturing', 'Dario Conti, Freya Jensen'),
  ...employees(-191, 'Project Management', 'Kwame Asante'),
  person(-190, 'Olivier Lambert', 'AUTHOR', ['IT']),
  ...employees(-122, 'Laboratory', 'Zuzana Horáková, Emre Aydın'),
  ...employees(-61, 'Manufacturing', 'Paulo Mendes'),
  ...employees(-33, 'Quality Assurance', 'Sarah Whitlock'),
  ...employees(-12, 'Manufacturing', 'Nils Ekström'),
  person(-2, 'Noor Haddad', 'EMPLOYEE', ['IT'], { invitedOnly: true }),
];
