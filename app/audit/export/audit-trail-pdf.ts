import type { Readable } from 'node:stream';
import { rosette, rule } from '#app/adapters/pdf/drawing.ts';
import { ink, type } from '#app/adapters/pdf/colours.ts';
import type { SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import { brokenWords, changeInWords, trailFrame } from '#app/audit/export/audit-trail.ts';
import { foot } from '#app/adapters/pdf/report/frame.ts';
import type { AuditEntry, AuditTrailReport } from '#app/audit/export/audit-trail.ts';
import { Report } from '#app/adapters/pdf/report/report.ts';
import { groupHex } from '#app/ui/rosette/rosette.ts';
import { showDate, showMoment, showSeconds, showWeekday } from '#app/ui/text/date.ts';
import { inDigits } from '#app/ui/text/count.ts';

const marginColumn = 72;
const stubWidth = 122;
const { text, strong, alarm, note, smallName, fingerprint, heading, label, fact } = type;
const struck = { ...note, color: ink.third };

const aboutLog =
  'Events are appended to one tamper-evident ledger. Each checkpoint is signed and cannot be rewritten unnoticed.';

const abouts = {
  document: 'in this document’s life',
  person: 'of and by this person',
  organisation: 'of the organisation itself',
} as const;

/** The audit trail as a PDF: the state of the log, then each day's events. */
export async function auditTrailPdf(trail: AuditTrailReport, signature: SignatureRequest | null): Promise<Readable> {
  const frame = trailFrame(trail);
  const options = {
    ...frame,
    foot: foot(frame),
    signature,
    texts: textsOf(trail),
    faces: [text, strong, note, smallName, fingerprint, heading, label, fact],
  };
  return Report.stream(options, (report) => drawTrail(report, trail));
}

async function drawTrail(report: Report, trail: AuditTrailReport): Promise<void> {
  const { kind, number, version, status } = trail.subject;
  const count = trail.entries.length === 1 ? '1 event' : `${trail.entries.length} events`;
  const about = abouts[kind];
  report.masthead(
    version === null ? number : `${number}   v${version}`,
    `${status}. ${count} ${about}. ${trail.organisation}`,
  );
  drawLog(report, trail);
  report.heading('Events', 'H2');
  let shown = '';
  for (const day of daysOf(trail.entries)) {
    drawDay(report, day);
    const month = day.date.slice(3);
    if (month !== shown) report.bookmark((shown = month));
    for (const entry of day.entries) {
      drawEntry(report, entry);
      await report.breathe();
    }
    report.y += 8;
  }
  if (trail.entries.length === 0) report.paragraph('No events yet.');
}

function textsOf(trail: AuditTrailReport): string[] {
  const texts = [
    'Ledger Checkpoint Root State Position No signed checkpoint yet. Printed name Meaning Reason ’ → …',
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
    aboutLog,
    brokenWords,
  ];
  JSON.stringify(trail, (_key, value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts;
}

function drawLog(report: Report, { checkpoint, ledgerPosition }: AuditTrailReport): void {
  const { set, left, width } = report;
  report.heading('Ledger', 'H2');
  report.paragraph(aboutLog, note);
  report.y += 6;
  const size = 62;
  const top = report.y;
  report.need(size + 10);
  if (checkpoint) report.decoration(() => rosette(set, checkpoint.root, { x: left, y: report.y, size }));
  const x = left + size + 18;
  const names = 66;
  const rows = checkpoint
    ? ([
        ['Checkpoint', `${showMoment(checkpoint.signedAt)}, ${inDigits(checkpoint.size)} events`, fact],
        ['Root', groupHex(checkpoint.root), fingerprint],
        ['As of', `event no. ${inDigits(ledgerPosition)}`, fact],
      ] as const)
    : ([
        ['Checkpoint', 'No signed checkpoint yet', fact],
        ['As of', `event no. ${inDigits(ledgerPosition)}`, fact],
      ] as const);
  let y = report.y + 4;
  for (const [name, value, style] of rows) {
    report.tagged('P', () => {
      set.write(name, x, y, names, label);
      y = set.write(value, x + names, y, width - (x - left) - names, style) + 3;
    });
  }
  report.y = Math.max(y, top + size) + 12;
  report.decoration(() => {
    rule(report.pdf, left, report.y - 6, width, ink.rule);
  });
}

interface Day {
  date: string;
  entries: AuditEntry[];
}

/** Days in UTC, in the order of the entries. */
function daysOf(entries: AuditEntry[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const date = showDate(entry.recordedAt, 'UTC');
    const day = days.at(-1);
    if (day?.date === date) day.entries.push(entry);
    else days.push({ date, entries: [entry] });
  }
  return days;
}

function drawDay(report: Report, { date, entries }: Day): void {
  const { set, left, width } = report;
  const [first] = entries;
  if (!first) return;
  report.need(70);
  const count = `${showWeekday(first.recordedAt)}, ${entries.length === 1 ? '1 event' : `${entries.length} events`}`;
  report.tagged('H3', () => {
    const below = set.write(date, left, report.y + 4, width, heading);
    set.write(count, left + 84, report.y + 4 + (heading.leading - note.leading) / 2 + 1, width - 84, note);
    report.y = below + 3;
  });
  report.decoration(() => {
    rule(report.pdf, left, report.y, width);
  });
  report.y += 6;
}

function drawEntry(report: Report, entry: AuditEntry): void {
  const { set, left, width } = report;
  const x = left + marginColumn;
  const body = width - marginColumn - stubWidth - 12;
  const pieces = [
    {
      style: text,
      lines: set.paragraph(
        [
          { text: entry.subject, style: strong },
          { text: ` ${entry.sentence}`, style: text },
        ],
        body,
        true,
      ),
    },
    ...(entry.state === 'broken' ? [{ style: alarm, lines: set.lines(brokenWords, alarm, body) }] : []),
    ...(entry.signature ? [{ style: smallName, lines: set.lines(entry.signature.signedName, smallName, body) }] : []),
    ...notesOf(entry).map((words) => ({ style: note, lines: set.lines(words, note, body) })),
    ...entry.changes.map((change) => ({ style: struck, lines: set.lines(changeInWords(change), struck, body) })),
  ];
  const height = pieces.reduce((sum, { lines, style }) => sum + lines.length * style.leading, 0);
  report.need(Math.min(height + 12, 300));

  report.tagged('P', () => {
    const zone = [
      { text: showSeconds(entry.recordedAt), style: strong },
      { text: ' UTC', style: note },
    ];
    set.draw(set.paragraph(zone, marginColumn), left, report.y, strong);
  });
  const stubTop = report.y;
  report.tagged('P', () => {
    drawStub(report, entry, stubTop);
  });
  for (const { lines, style } of pieces) {
    for (const chunk of report.fitting(lines, style)) {
      report.tagged('P', () => {
        report.y = set.draw(chunk, x, report.y, style, { width: body, align: 'start' });
      });
    }
  }
  report.y = Math.max(report.y, stubTop + 17) + 5;
  report.decoration(() => {
    rule(report.pdf, left, report.y, width, ink.hairline);
  });
  report.y += 6;
}

function notesOf(entry: AuditEntry): string[] {
  const notes: string[] = [];
  if (entry.note) notes.push(entry.note);
  else if (entry.signature) {
    notes.push(`Printed name ${entry.signature.printedName}. Meaning: ${entry.signature.meaning}.`);
  }
  if (entry.reason) notes.push(`Reason: ${entry.reason}`);
  return notes;
}

/** The proof stub: the shortened leaf hash and the position in the log. */
function drawStub(report: Report, { leafHash, position }: AuditEntry, y: number): void {
  const { set, pdf, left, width } = report;
  const x = left + width - stubWidth;
  const height = 17;
  const split = 60;
  pdf.lineWidth(0.6).strokeColor(ink.rule).rect(x, y, stubWidth, height).stroke();
  pdf.save().dash(2, { space: 2 });
  pdf
    .moveTo(x + split, y)
    .lineTo(x + split, y + height)
    .stroke();
  pdf.restore();
  const line = y + (height - fingerprint.leading) / 2;
  set.write(`${leafHash.slice(0, 4)}…${leafHash.slice(-4)}`, x, line, split, fingerprint, 'center');
  set.write(`No. ${inDigits(position)}`, x + split, y + (height - note.leading) / 2, stubWidth - split, note, 'center');
}
