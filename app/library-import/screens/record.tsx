import { signatureMeanings } from '#events/signature-meaning.ts';
import type { loadImport } from '#app/library-import/screens/load-import.ts';
import { Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { Signature } from '#app/ui/signature/signature.tsx';
import { lasting, inDigits } from '#app/ui/text/count.ts';
import { showMoment } from '#app/ui/text/date.ts';

type ImportView = Awaited<ReturnType<typeof loadImport>>;

/** What is recorded about an import, and who answers for it. */
export function RecordOfImport({ found, signatures }: Pick<ImportView, 'found' | 'signatures'>) {
  const { files, first_position: first, last_position: last } = found;
  return (
    <>
      {signatures.length > 0 && (
        <Section id="signatures" title="Signatures" narrow>
          {signatures.map((one) => (
            <div className="sheet" key={one.meaning}>
              <Signature
                {...one}
                comparison={null}
                meaning={signatureMeanings[one.meaning]}
                rosette={<Rosette sha256={one.sha256} centre="" />}
              />
            </div>
          ))}
        </Section>
      )}
      <Section id="record" title="Record" narrow>
        <Facts
          facts={[
            { name: 'Reason', value: found.reason },
            { name: 'Files', value: `${lasting(files.length, 'file')}: ${namesOf(files)}` },
            { name: 'Fingerprint of the files', value: <Fingerprint sha256={found.manifest} />, whole: true },
            ...(found.plan
              ? [{ name: 'Fingerprint of the plan', value: <Fingerprint sha256={found.plan.sha256} />, whole: true }]
              : []),
            ...(found.root
              ? [{ name: 'Root that drew the sample', value: <Fingerprint sha256={found.root} />, whole: true }]
              : []),
            ...(found.completed_at ? [{ name: 'Completed', value: showMoment(found.completed_at) }] : []),
            ...(first && last
              ? [{ name: 'Events', value: `${inDigits(Number(first))} to ${inDigits(Number(last))}` }]
              : []),
          ]}
        />
      </Section>
    </>
  );
}

const most = 6;

function namesOf(files: readonly { name: string }[]): string {
  const names = files.slice(0, most).map(({ name }) => name);
  return files.length > most ? `${names.join(', ')} and more` : names.join(', ');
}
