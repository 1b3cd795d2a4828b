import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { signedRecord } from '#app/training/queries/to-sign.ts';
import { SignedPage } from '#app/signatures/screens/signed-sheet.tsx';
import { RecordCard } from '#app/training/screens/training-tab.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Training completed', data?.of.name);

export const loader = screenLoader({
  access: 'signed-in',
  params: uidParams,
  load: async ({ ask, params: { uid: record }, viewer, now }) => ({
    ...(await ask(signedRecord, { record })),
    record,
    zone: viewer.settings.timeZone,
    now,
  }),
});

/** The page after training was signed. */
export default function TrainingSigned() {
  const { of, signature, record, next, waiting, zone, now } = useLoaderData<typeof loader>();
  return (
    <SignedPage
      of={of}
      signature={signature}
      home={addresses.home('training')}
      evidence={addresses.recordEvidence(record)}
      waiting={waiting}
      waitsFor="training"
      next={next && <RecordCard record={next} now={now} zone={zone} />}
    />
  );
}
