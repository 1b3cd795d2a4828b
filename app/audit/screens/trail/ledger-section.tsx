import type { CheckedCheckpoint } from '#app/audit/queries/proof.ts';
import { addresses } from '#app/kit/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { BlankRosette, Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { Status, Verified } from '#app/ui/status/status.tsx';
import { showDate, showSeconds } from '#app/ui/text/date.ts';

/** A checkpoint as a page is given it. */
export const showCheckpoint = ({ size, root, signedAt, sound, note, origin }: CheckedCheckpoint) => ({
  size,
  signedAt,
  sound,
  note,
  origin,
  root: root.toString('hex'),
});
export type CheckpointView = ReturnType<typeof showCheckpoint>;

/** `12 Mar 2026 14:00:00 UTC, 18,977 events`. */
export const checkpointWords = ({ signedAt, size }: Pick<CheckpointView, 'signedAt' | 'size'>): string =>
  `${showDate(signedAt, 'UTC')} ${showSeconds(signedAt)} UTC, ${Number(size).toLocaleString('en-GB')} ` +
  `${size === '1' ? 'event' : 'events'}`;

/** Whether the signed checkpoint still matches the ledger. */
export function CheckpointState({ sound }: { sound: boolean }) {
  return sound ? (
    <Verified>Consistent with every earlier checkpoint</Verified>
  ) : (
    <Status
      status="REJECTED"
      icon="circle-alert"
      label="The ledger does not match its signed checkpoint. Tell your administrator"
    />
  );
}

interface LedgerSectionProps {
  document: string;
  checkpoint: CheckpointView | null;
  /** How many events a check verifies: all, those too that no list shows. */
  recorded: number;
  /** The moment that is shown; undefined: now. */
  asof?: string | undefined;
}

/** The newest checkpoint of the organisation's ledger, or the first one that covers the events of a past moment. */
export const LedgerSection = ({ document, checkpoint, recorded, asof }: LedgerSectionProps) => (
  <Section
    id="log"
    title="Ledger"
    note="Events are appended to one tamper-evident ledger. Each checkpoint is signed, so a change would be noticed."
  >
    <div className="checkpoint">
      {checkpoint ? <Rosette sha256={checkpoint.root} /> : <BlankRosette />}
      <Facts
        facts={
          checkpoint
            ? [
                { name: 'Checkpoint', value: checkpointWords(checkpoint) },
                { name: 'Root', value: <Fingerprint sha256={checkpoint.root} /> },
                { name: 'State', value: <CheckpointState sound={checkpoint.sound} /> },
              ]
            : [{ name: 'Checkpoint', value: 'None yet' }]
        }
      />
      {checkpoint && (
        <LinkButton to={addresses.auditVerify(document, asof)} icon="shield-check">
          {`Verify all ${recorded.toLocaleString('en-GB')}`}
        </LinkButton>
      )}
    </div>
  </Section>
);
