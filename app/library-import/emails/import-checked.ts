import { importEvolution } from '#events/import/import.ts';
import { streams } from '#events/streams.ts';
import { addresses } from '#app/kit/addresses.ts';
import { load } from '#app/kit/command/load.ts';
import type { Email } from '#app/kit/email/email.ts';
import { skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';
import { lasting } from '#app/ui/text/count.ts';

/** To the admins who may approve an import: its sample was compared, and a second signature is needed. */
export async function importCheckedEmail({ event, context, ports, org }: TemplateInput): Promise<Email | Skip> {
  if (event?.type !== 'ImportChecked') return skip('the event checks no import');
  const { import: uid, signature } = event.data;
  const { events, state } = await load({ ports, org }, streams.import(uid), importEvolution);
  if (state?.status !== 'CHECKED') return skip('the import does not wait for its approval any more');
  const begun = events[0];
  const previewed = events.findLast(({ type }) => type === 'ImportPreviewed');
  if (begun?.type !== 'ImportBegun' || previewed?.type !== 'ImportPreviewed') return skip('there is no such import');
  const { source, importer } = begun.data;
  const { counts } = previewed.data;
  return {
    subject: `Approval requested: import from ${source}`,
    preview: `${signature.printedName} compared its sample. Another admin approves it.`,
    heading: `${context.to.firstName}, an import waits for your approval`,
    paragraphs: [
      `${importer.name} began the import of ${lasting(counts.documents, 'document')} from ${source}, ` +
        `and ${signature.printedName} compared its sample with the source. ` +
        'It begins once another admin approves it with a signature.',
    ],
    action: { label: 'Approve the import', url: `${context.publicUrl}${addresses.importPage(uid, 'approve')}` },
    because: 'you are an admin who neither began nor compared this import',
  };
}
