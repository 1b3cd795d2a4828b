import { addresses } from '#app/kit/addresses.ts';
import type { VersionLine } from '#app/documents/queries/version-history.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot, DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { Empty } from '#app/ui/register/empty.tsx';
import { showDate, showEffectiveDate } from '#app/ui/text/date.ts';
import { type HistoryVersion, VersionHistory } from '#app/documents/screens/document/version-history.tsx';
import { pdfToTake } from '#app/documents/words/pdf-to-take.ts';

export type HistoryFiles = 'working' | 'effective';

type HistoryProps = { document: string; files: HistoryFiles; versions: readonly VersionLine[]; zone: string };

/** When a version was in force; null where it never was. */
function inForce(line: VersionLine, zone: string): string | null {
  const { effectiveAt, supersededAt, supersededZone, retiredAt, status } = line;
  if (effectiveAt === null) return null;
  const from = showEffectiveDate(line);
  if (status === 'EFFECTIVE') return `In force since ${from}`;
  if (status === 'PENDING') return `To be effective ${from}`;
  const until = supersededAt ?? retiredAt;
  return until && `In force ${from} to ${showDate(until, supersededZone ?? zone)}`;
}

function linesOf(line: VersionLine, zone: string): string[] {
  const { approvedAt, claimed, withdrawnAt, retiredAt } = line;
  return [
    approvedAt && `Approved ${showDate(approvedAt, zone)}`,
    claimed && claimed.words,
    inForce(line, zone),
    withdrawnAt && `Withdrawn ${showDate(withdrawnAt, zone)}`,
    retiredAt && `Retired ${showDate(retiredAt, zone)}`,
  ].filter((words) => words !== null);
}

/** The approved versions with their downloads. */
export function HistoryList({ document, files, versions, zone }: HistoryProps) {
  if (versions.length === 0) return <Empty>No version has been approved.</Empty>;
  const entries = versions.map((line): HistoryVersion => {
    const kind = files === 'working' ? 'working' : pdfToTake(line);
    return {
      version: line.version,
      sha256: line.signed?.sha256 ?? null,
      lines: linesOf(line, zone),
      actions: (
        <LinkButton
          to={addresses.file(document, line.version, kind, 'manage')}
          download
          size="small"
          icon="download"
          about={`version ${line.version}`}
        >
          Download
        </LinkButton>
      ),
    };
  });
  return (
    <>
      <VersionHistory versions={entries} />
      {versions.length > 1 && (
        <p>
          <a href={addresses.compareVersions(document)}>Compare versions</a>
        </p>
      )}
    </>
  );
}

export const historyLede = { working: 'Working documents', effective: 'Effective documents' } as const;

/** The drawers of both kinds of files; a `HistoryOpener` opens each. */
export function HistoryDrawers(history: Omit<HistoryProps, 'files'>) {
  return (['working', 'effective'] as const).map((files) => (
    <Dialog key={files} id={`history-${files}`} title="View History" lede={historyLede[files]} drawer>
      <DialogBody>
        <HistoryList {...history} files={files} />
      </DialogBody>
      <DialogFoot cancel="Close" />
    </Dialog>
  ));
}

type HistoryOpenerProps = { document: string; files: HistoryFiles; note?: string; children: string };

export function HistoryOpener({ document, files, note, children }: HistoryOpenerProps) {
  return (
    <DialogOpener
      dialog={`history-${files}`}
      href={addresses.history(document, files)}
      kind="plain"
      icon="history"
      note={note}
    >
      {children}
    </DialogOpener>
  );
}

/** The buttons that open both drawers. */
export function HistoryOpeners({ document }: { document: string }) {
  return (
    <>
      <HistoryOpener document={document} files="effective">
        View Effective Docs
      </HistoryOpener>
      <HistoryOpener document={document} files="working">
        View Working Docs
      </HistoryOpener>
    </>
  );
}
