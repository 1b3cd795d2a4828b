import type { TrailDocument } from '#app/audit/queries/subject.ts';
import { DocumentLife, type DrawnLife, laterIsNotShown } from '#app/documents/screens/document/document-lifeline.tsx';
import { Lifeline } from '#app/ui/lifeline/lifeline.tsx';
import { Section } from '#app/ui/page/section.tsx';
import { showDate } from '#app/ui/text/date.ts';

/** What the drawing is of: that of versions, where there are any. */
type TrailLifeProps = { of: DrawnLife & { document: Pick<TrailDocument, 'version' | 'createdAt' | 'status'> } };

/** The versions of the document along time; of a draft that was never sent, the work on it. */
export function TrailLife({ of }: TrailLifeProps) {
  if (of.versions.length > 0) return <DocumentLife of={of} />;
  const { document, zone, now, asOf } = of;
  const { version, createdAt, status } = document;
  const note = `Version ${version}, ${status ? 'a draft' : 'a draft that was discarded'}, begun ${showDate(createdAt, zone)}.`;
  return (
    <Section id="life" title="Timeline" note={asOf ? laterIsNotShown : note}>
      <Lifeline
        spans={[{ version, begun: Date.parse(createdAt), from: null, until: null }]}
        now={Date.parse(now)}
        asOf={asOf}
        description={note}
      />
    </Section>
  );
}
