import type { Email, EmailDocument, EmailSection, Fact } from './email.ts';

const lineLength = 72;

/** The text part of an email, complete without the HTML. */
export function renderEmailText(email: Email, footer: string): string {
  const { code, signature, action, codePages } = email;
  const blocks = [
    `IMPRIMATUR\n${'='.repeat(lineLength)}`,
    email.heading,
    ...email.paragraphs.map(wrap),
    ...(code ? [`${code.label}:\n\n    ${code.code}\n\n${code.note}`] : []),
    ...(email.sections ?? []).flatMap(sectionText),
    ...(signature
      ? [`Reason:\n${indent(signature.reason)}\n\n${signature.name}\n${signature.meaning}\n${signature.at}`]
      : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(codePages
      ? [
          'Enter your email and the code there.' +
            (codePages.newCode ? ` Code expired? ${codePages.newCode.label}:\n${codePages.newCode.url}` : ''),
        ]
      : []),
    `${'-'.repeat(lineLength)}\n${wrap(footer)}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const sectionText = ({ heading, documents = [], facts = [], more }: EmailSection): string[] => [
  ...(heading ? [`${wrap(heading)}\n${'-'.repeat(Math.min(heading.length, lineLength))}`] : []),
  ...documents.map(documentText),
  ...(facts.length > 0 ? [indent(facts.map(factText).join('\n'))] : []),
  ...(more ? [wrap(more)] : []),
];

const factText = ({ label, value, overdue }: Fact): string => `${label}: ${value}${overdue ? ' (overdue)' : ''}`;

const documentText = ({ number, version, name, facts = [], link }: EmailDocument): string =>
  indent([`${number}, version ${version}`, name, ...facts.map(factText), ...(link ? [link.url] : [])].join('\n'));

const indent = (text: string): string => text.replace(/\r\n/g, '\n').replace(/^/gm, '  ');

/** Breaks lines at spaces; a longer word, such as an address, stays whole. */
function wrap(text: string): string {
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
