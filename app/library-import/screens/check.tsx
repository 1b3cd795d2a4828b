import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { checkImport } from '#app/library-import/commands/sign.ts';
import { signatureForm } from '#app/signatures/forms.ts';
import { readPlan } from '#app/library-import/source-pack/stored.ts';
import { getImport } from '#app/library-import/queries/imports.ts';
import { leaveWhereOver } from '#app/library-import/screens/load-import.ts';
import { pairsOf, Sample } from '#app/library-import/screens/sample.tsx';
import { SignPanel } from '#app/library-import/screens/sign-panel.tsx';
import { loadSigner } from '#app/signatures/screens/sign-form.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import {
  type Messages,
  type Page as ScreenPage,
  readForm,
  redirectTo,
  screenAction,
  screenLoader,
  uidParams,
} from '#app/kit/screen/screen.ts';
import { BackLink, Page, pageTitle, TitleBlock } from '#app/ui/page/page.tsx';
import { Reading } from '#app/ui/signature-panel/signature-panel.tsx';
import { lasting } from '#app/ui/text/count.ts';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Compare the sample', data?.source);

/** The import with its plan; an import that is at another step goes to its page. */
async function readSample(page: ScreenPage, uid: string) {
  const { source, status, problems, plan } = await page.ask(getImport, { import: uid });
  if (status !== 'PREVIEWED' || problems !== 0 || !plan) return redirectTo(page, addresses.import(uid));
  return { source, sha256: plan.sha256, sample: (await readPlan(page.ports, page.viewer.org, plan)).sample };
}

export const loader = screenLoader({
  access: 'library.import',
  params: uidParams,
  async load(page) {
    const { uid } = page.params;
    const { source, sha256, sample } = await readSample(page, uid);
    return {
      uid,
      source,
      sha256,
      rows: sample.map((one, at) => ({
        row: one.row,
        pairs: pairsOf(one),
        pdf: one.row.startsWith('versions ') ? addresses.importSamplePdf(uid, at) : null,
      })),
      signer: await loadSigner(page),
    };
  },
});

/** Signs the verdicts. The rows are those of the plan; the command refuses where one has none. */
export const action = screenAction({
  access: 'library.import',
  params: uidParams,
  async act(page) {
    const { uid } = page.params;
    const form = await readForm(page, signatureForm, { command: checkImport });
    const { plan } = await page.ask(getImport, { import: uid });
    if (!plan) throw errorPage({ code: 'import_not_in_status' });
    const { sample } = await readPlan(page.ports, page.viewer.org, plan);
    const verdicts = sample.flatMap(({ row }, at) => {
      const verdict = form.data.get(`row-${at}`);
      return verdict === 'equal' || verdict === 'unequal' ? [{ row, equal: verdict === 'equal' }] : [];
    });
    // Beside the fields of the signature, so that all is said at once and no password is checked in vain. Where another
    // preview made a new plan, the command says so.
    const isThis = [null, plan.sha256].includes(form.data.get('plan') as string | null);
    const isOpen = isThis && verdicts.length < sample.length;
    const open: Messages = isOpen ? { '': [problemOf({ code: 'import_sample_open' }).title] } : {};
    if (!form.ok || isOpen) return form.showAgain({}, open);
    const done = await form.run(checkImport, { ...form.values, import: uid, plan: form.data.get('plan'), verdicts });
    if (!done.ok) {
      await leaveWhereOver(page, uid, done.failure);
      return form.refused(done.failure, failed.checkImport);
    }
    return redirectTo(page, addresses.import(uid), 'You signed the check of the sample.');
  },
});

/** The sample beside its source, with a verdict for each row, and the checker's signature. */
export default function CheckImport() {
  const { uid, source, sha256, rows, signer } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page>
      <TitleBlock
        compact
        trail={<BackLink to={addresses.import(uid)}>{`Import from ${source}`}</BackLink>}
        title="Compare the sample"
        facts={<span>{lasting(rows.length, 'row')}, drawn by the root of the ledger. Nobody chose them.</span>}
      />
      <Reading>
        <div className="stack">
          <input type="hidden" form="sign-import_checked" name="plan" value={sha256} />
          <Sample rows={rows} form="sign-import_checked" given={answer?.lastResult.initialValue ?? {}} />
        </div>
        <SignPanel
          meaning="import_checked"
          lede="You answer for the comparison. Another admin approves."
          title="Compare each row"
          action={addresses.importPage(uid, 'check')}
          sha256={sha256}
          signer={signer}
          lastResult={answer?.lastResult}
        >
          <p className="meta">
            Look each row up in {source}, and say whether it is equal. One row that is not ends this import.
          </p>
        </SignPanel>
      </Reading>
    </Page>
  );
}
