import { useForm } from '@conform-to/react';
import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { verifierKey } from '#events/ledger/note.ts';
import { addresses } from '#app/kit/addresses.ts';
import { exportOrganisation } from '#app/set-up/commands/export.ts';
import { fingerprintOf, parseKey } from '#app/audit/evidence/verify/note.ts';
import { coverUpTo } from '#app/audit/queries/proof.ts';
import { enqueueReport, listArchives } from '#app/reports/making/report-queue.ts';
import { SettingsFrame } from '#app/organisation/screens/settings/settings-frame.tsx';
import { readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { pageTitle, WideSection } from '#app/ui/page/page.tsx';
import { showMoment } from '#app/ui/text/date.ts';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta: MetaFunction = () => pageTitle('Settings', 'Export');

export const loader = screenLoader({
  access: 'organisation.export',
  async load({ ports, viewer }) {
    const { size } = await ports.ledger.readHead(viewer.org);
    const checkpoint = await coverUpTo(ports, viewer.org, size);
    const vkey = checkpoint && verifierKey(checkpoint.origin, ports.config.verifyingKey);
    const key = vkey ? parseKey(vkey) : null;
    const archives = await listArchives(ports, viewer);
    return {
      commandId: ports.newId(),
      key: key && { vkey: key.vkey, fingerprint: fingerprintOf(key) },
      archives: archives.map(({ uid, state, request, requested_at }) => ({
        uid,
        state,
        position: Number(request.position),
        requestedAt: requested_at,
      })),
    };
  },
});

/** Records the export and queues the archive at the newest checkpoint. */
export const action = screenAction({
  access: 'organisation.export',
  async act(page) {
    const { ports, viewer } = page;
    const form = await readForm(page, z.object({}), { command: exportOrganisation });
    if (!form.ok) return form.showAgain();
    const { size } = await ports.ledger.readHead(viewer.org);
    const checkpoint = await coverUpTo(ports, viewer.org, size);
    if (!checkpoint?.sound) return form.refused({ code: 'ledger_unsound' }, failed.exportOrganisation);
    const at = { size: Number(checkpoint.size), root: checkpoint.root.toString('hex') };
    const recorded = await form.run(exportOrganisation, at);
    if (!recorded.ok) return form.refused(recorded.failure, failed.exportOrganisation);
    const position = String(recorded.value.size);
    const queued = await enqueueReport(ports, viewer, {
      request: { name: 'organisation-archive', format: 'zip', position },
      title: `Archive of ${viewer.orgName}`,
      filename: `${viewer.orgName}, archive at ${position}.zip`,
      total: recorded.value.size,
    });
    if (!queued.ok) return form.refused(queued.failure, failed.exportOrganisation);
    return redirectTo(page, addresses.finishedReport(queued.value.uid));
  },
});

const states = {
  waiting: 'Waiting to start',
  making: 'Being made',
  done: 'Ready',
  failed: 'Could not be made',
  cancelled: 'Cancelled',
} as const;

/** An archive of the whole organisation, to keep or to move it to another installation. */
export default function ExportSection() {
  const { commandId, archives, key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form] = useForm({ id: 'export', lastResult: useLastResult(answer?.lastResult) });
  return (
    <SettingsFrame current="export">
      <WideSection id="archive" title="Export">
        <div className="stack">
          <p>
            One zip of everything: every event, every file, the signed checkpoints and the settings. Another
            installation makes the same organisation from it. It contains personal data and all documents.
          </p>
          <p className="meta">
            Passwords, second factors, tokens and private keys are not in it. Each export is recorded.
          </p>
          <Form form={form} commandId={commandId} layout="bare">
            <SubmitButton icon="download" pendingLabel="Starting…">
              Make an archive
            </SubmitButton>
          </Form>
        </div>
      </WideSection>
      {archives.length > 0 && (
        <WideSection id="archives" title="Your archives of the last day">
          <ul className="ruled">
            {archives.map(({ uid, state, position, requestedAt }) => (
              <li key={uid} className="row">
                <Link to={addresses.finishedReport(uid)}>At event no. {position.toLocaleString('en-GB')}</Link>
                <span className="meta">
                  {states[state]} · Requested {showMoment(requestedAt)}
                </span>
              </li>
            ))}
          </ul>
        </WideSection>
      )}
      {key && (
        <WideSection id="key" title="The key">
          <div className="stack">
            <p className="meta">
              The other installation must know this key. Send the fingerprint through a separate channel.
            </p>
            <Facts
              facts={[
                { name: 'Fingerprint', value: <Fingerprint sha256={key.fingerprint} /> },
                { name: 'Key', value: <span className="fingerprint">{key.vkey}</span> },
              ]}
            />
          </div>
        </WideSection>
      )}
    </SettingsFrame>
  );
}
