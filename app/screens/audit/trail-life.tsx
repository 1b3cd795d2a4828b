import type { TrailDocument } from '#app/queries/audit/subject.ts';
import { DocumentLife } from '#app/screens/documents/document-life.tsx';
import type { LifeVersion } from '#app/screens/documents/life-spans.ts';
import { Lifeline } from '#app/ui/lifeline/lifeline.tsx';
import { Leaf } from '#app/ui/page/leaf.tsx';
import { showDate } from '#app/ui/text/date.ts';

type LifeProps = {
  document: Pick<TrailDocument, 'version' | 'createdAt' | 'status'> & { versions: LifeVersion[] };
  zone: string;
  now: string;
};

/** The versions of the document along time; of a draft that was never sent, the work on it. */
export function TrailLife({ document, zone, now }: LifeProps) {
  const { version, versions, createdAt, status } = document;
  if (versions.length > 0) return <DocumentLife of={{ document, versions, zone, now }} />;
  const note = `Version ${version}, ${status ? 'a draft' : 'a draft that was discarded'}, begun ${showDate(createdAt, zone)}.`;
  return (
    <Leaf id="life" title="Life" note={note}>
      <Lifeline
        spans={[{ version, begun: Date.parse(createdAt), from: null, until: null }]}
        now={Date.parse(now)}
        description={note}
      />
    </Leaf>
  );
}
