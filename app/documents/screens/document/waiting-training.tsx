import { addresses } from '#app/kit/addresses.ts';
import { DueWords } from '#app/documents/screens/document/effective-words.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import type { DocumentPageData } from './document-view.ts';

/** For people with open training on the document: the way to the page where they sign. */
export function WaitingTraining({ waiting, shown, now, zone }: DocumentPageData) {
  if (!waiting) return null;
  const { effectiveAt, effectiveZone } = shown;
  return (
    <Notice kind="wait">
      <p className="row">
        <span>
          This waits for your training{waiting.version === shown.version ? '' : `, version ${waiting.version}`}.{' '}
          <DueWords
            effectiveAt={effectiveAt}
            effectiveZone={effectiveZone}
            dueAt={waiting.dueAt}
            now={now}
            zone={zone}
          />
        </span>
        <LinkButton to={addresses.review(waiting.record)} kind="pen" icon="signature">
          Review Document
        </LinkButton>
      </p>
    </Notice>
  );
}
