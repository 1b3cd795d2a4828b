import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { screenLoader } from '#app/server/screen/screen.ts';
import { signedRecord } from '#app/queries/training/to-sign.ts';
import { SignedPage, trainingHome } from '#app/screens/signing/signed-sheet.tsx';
import { Dockets } from '#app/ui/docket/docket.tsx';
import { inWordsFirst } from '#app/ui/text/count.ts';
import { RecordCard } from '#app/screens/home/training-tab.tsx';
import { pageTitle } from '#app/ui/text/page-title.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Training completed', data?.of.name);

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('signed-in', async (page) => ({
    ...(await page.ask(signedRecord, { record: page.params.uid ?? '' })),
    record: page.params.uid ?? '',
    zone: page.viewer.settings.timeZone,
    now: page.now,
  }))(args);

/** After training was signed. */
export default function TrainingSigned() {
  const { of, signature, record, next, waiting, zone, now } = useLoaderData<typeof loader>();
  return (
    <SignedPage
      of={of}
      signature={signature}
      home={trainingHome}
      evidence={addresses.recordEvidence(record)}
      next={
        next && {
          note: `${inWordsFirst(waiting)} ${waiting === 1 ? 'document waits' : 'documents wait'} for your training.`,
          card: (
            <Dockets>
              <RecordCard record={next} now={now} zone={zone} />
            </Dockets>
          ),
        }
      }
    />
  );
}
