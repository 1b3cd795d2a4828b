import type { Letter, LetterDocument, LetterLink, LetterSection } from './email.ts';

const lineLength = 72;

/** The text part of an e-mail: complete without the HTML. `sent` is the sentence at its foot. */
export function letterText(letter: Letter, sent: string): string {
  const { code, signature, action, pages } = letter;
  const blocks = [
    `IMPRIMATUR\n${'='.repeat(lineLength)}`,
    letter.heading,
    ...letter.paragraphs.map(wrapped),
    code ? `${code.label}:\n\n    ${code.code}\n\n${code.note}` : null,
    ...(letter.documents ?? []).map(documentText),
    ...(letter.sections ?? []).flatMap(sectionText),
    signature
      ? `Reason:\n${indented(signature.reason)}\n\n${signature.name}\n${signature.meaning}\n${signature.at}`
      : null,
    action ? link(action) : null,
    pages ? `Type your email and the code there. Too late? ${pages.again.label}:\n${pages.again.url}` : null,
    `${'-'.repeat(lineLength)}\n${wrapped(sent)}`,
  ];
  return `${blocks.filter((block) => block !== null).join('\n\n')}\n`;
}

const sectionText = ({ heading, documents = [], facts = [], more }: LetterSection): string[] => [
  ...(heading ? [`${heading}\n${'-'.repeat(heading.length)}`] : []),
  ...documents.map(documentText),
  ...(facts.length > 0 ? [facts.map(factText).join('\n')] : []),
  ...(more ? [more] : []),
];

const factText = ({ label, value, late }: LetterDocument['facts'][number]): string =>
  `  ${label}: ${value}${late ? ' (overdue)' : ''}`;

const documentText = ({ number, version, name, facts, link: open }: LetterDocument): string =>
  [
    `${number}, version ${version}`,
    name,
    ...facts.map(({ label, value, late }) => `${label}: ${value}${late ? ' (overdue)' : ''}`),
    ...(open ? [open.url] : []),
  ]
    .map((line) => `  ${line}`)
    .join('\n');

const link = ({ label, url }: LetterLink): string => `${label}:\n${url}`;

const indented = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `  ${line}`)
    .join('\n');

/** Breaks at spaces; an address is never broken. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.replace(/\s+/g, ' ').trim().split(' ')) {
    if (line && line.length + 1 + word.length > lineLength) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join('\n');
}
