import { buffer } from 'node:stream/consumers';
import { type } from '#app/pdf/colours.ts';
import { counted, inNumbers, pathOf, type PackSummary } from '#app/evidence/pack/summary.ts';
import { Report } from '#app/reports/pdf/report.ts';
import type { Seal } from '#app/reports/seal.ts';
import { drawTable } from '#app/reports/pdf/table.ts';
import { groupHex } from '#app/ui/rosette/rosette.ts';
import { showDate, showMoment, showSeconds } from '#app/ui/text/date.ts';
import { sentence } from '#app/ui/text/sentence.ts';

/** Beyond this many events paper is no help: the pages of `index.html` hold the rest. */
const mostEvents = 2000;

const { note, text, strong, fingerprint } = type;

/** The index of a pack on paper: what it holds, who signed what, and each event with its place in the log. */
export async function indexPdf(summary: PackSummary, seal: Seal): Promise<Uint8Array> {
  const { contents, asOf } = summary;
  const { organisation, subject, checkpoint, files } = contents;
  const shown = summary.events.slice(0, mostEvents);
  const options = {
    title: subject.title,
    organisation: organisation.name,
    filters: 'Evidence pack',
    position: String(checkpoint.size),
    at: asOf,
    zone: summary.zone,
    madeBy: 'Imprimatur',
    signature: seal.signature,
    texts: textsOf(summary),
    faces: [note, text, strong, fingerprint],
  };
  return buffer(seal.over(await Report.stream(options, draw)));

  async function draw(report: Report): Promise<void> {
    report.masthead(
      'Evidence pack',
      `${sentence(organisation.name)} ${counted(contents.events.count, 'event')} and ${counted(files.length, 'PDF')}, from the log as it was on ${showMoment(asOf)}.`,
    );
    report.heading('The log', 'H2');
    const facts = [
      ['Checkpoint', counted(checkpoint.size, 'event')],
      ['Root', groupHex(checkpoint.root)],
      ['Key', checkpoint.origin],
      ['Key’s fingerprint', groupHex(summary.keyFingerprint)],
    ];
    await drawTable(
      report,
      [
        { head: 'Fact', share: 1 },
        { head: 'Value', share: 4, style: fingerprint },
      ],
      facts,
    );
    report.paragraph(
      'Compare the key’s fingerprint with the one that the organisation sent you through a separate channel. README.txt in the pack tells how to verify all of it with public tools alone.',
      note,
    );
    report.y += 12;
    await drawSignatures(report, summary);
    await drawFiles(report, summary);
    report.heading('Events', 'H2');
    await drawTable(
      report,
      [
        { head: 'No.', share: 0.8, align: 'end' },
        { head: 'Recorded (UTC)', share: 1.9 },
        { head: 'What happened', share: 6, english: true },
        { head: 'Leaf hash', share: 1.5, style: fingerprint },
      ],
      shown.map(({ position, recordedAt, subject: who, sentence, document, reason, leaf }) => [
        inNumbers(position),
        `${showDate(recordedAt, 'UTC')} ${showSeconds(recordedAt)}`,
        [`${who} ${sentence}.`, document && `${document}.`, reason && `Reason: ${reason}`].filter(Boolean).join(' '),
        `${leaf.slice(0, 4)}…${leaf.slice(-4)}`,
      ]),
    );
    if (shown.length < summary.events.length)
      report.paragraph(
        `The other ${inNumbers(summary.events.length - shown.length)} events are in the pages of index.html.`,
      );
  }
}

async function drawSignatures(report: Report, summary: PackSummary): Promise<void> {
  const signatures = summary.events.flatMap(({ signature }) => (signature ? [signature] : [])).slice(0, mostEvents);
  if (signatures.length === 0) return;
  report.heading('Signatures', 'H2');
  await drawTable(
    report,
    [
      { head: 'Signer', share: 2.4, english: true },
      { head: 'Meaning', share: 2.4 },
      { head: 'Signed (UTC)', share: 2 },
      { head: 'PDF', share: 3, style: fingerprint },
    ],
    signatures.map(({ signedName, printedName, role, meaning, signedAt, version, sha256 }) => [
      signedName === printedName ? `${signedName}, ${role}` : `${signedName} (${printedName}), ${role}`,
      `${meaning} (version ${version})`,
      `${showDate(signedAt, 'UTC')} ${showSeconds(signedAt)}`,
      pathOf(summary, sha256) ?? groupHex(sha256),
    ]),
  );
}

async function drawFiles(report: Report, { pdfs }: PackSummary): Promise<void> {
  const rows = [
    ...pdfs.packed.map(({ title, sha256 }) => [title, groupHex(sha256)]),
    ...pdfs.missing.map(({ name, sha256 }) => [
      `${name}. It is not in the pack: the storage did not have it as it was recorded.`,
      groupHex(sha256),
    ]),
  ];
  if (rows.length === 0) return;
  report.heading('PDFs', 'H2');
  await drawTable(
    report,
    [
      { head: 'File', share: 3 },
      { head: 'SHA-256', share: 3, style: fingerprint },
    ],
    rows,
  );
}

function textsOf(summary: PackSummary): string[] {
  const texts = [
    'Evidence pack The log Signatures PDFs Events Fact Value Signer Meaning Signed (UTC) File SHA-256 Recorded What happened Leaf hash ’ …',
    'Compare the key’s fingerprint Checkpoint Root README.txt index.html 0123456789 abcdef files/.pdf',
  ];
  JSON.stringify({ ...summary, events: summary.events.slice(0, mostEvents) }, (_key, value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts;
}
