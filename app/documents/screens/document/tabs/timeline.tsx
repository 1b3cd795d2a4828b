import { usePast } from '#app/ui/as-of/as-of.tsx';
import { DocumentLife } from '../document-lifeline.tsx';
import { tabLoader } from './load-tab.ts';
import { useDocumentTab } from '../use-document-tab.ts';
import { VersionLife } from './version-lifeline.tsx';

export { tabMeta as meta, revalidateTab as shouldRevalidate } from '../use-document-tab.ts';

/** What happened to a document. */
export const loader = tabLoader('timeline');

export default function TimelineTab() {
  const data = useDocumentTab();
  const asof = usePast();
  return (
    <>
      {data.insider && <DocumentLife of={{ ...data, asOf: asof && `${asof} UTC` }} />}
      <VersionLife of={data} />
    </>
  );
}
