import type { ReactNode } from 'react';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { BackLink, TitleBlock } from '#app/ui/page/page.tsx';
import { documentNumber } from '#app/ui/text/document-number.ts';

type DocumentTitleProps = {
  of: Parameters<typeof documentNumber>[0];
  /** Shown beside the number, where the title does not name the version. */
  version?: string;
  /** The address and the words of the link back. */
  back: string;
  backLabel?: string;
  title: string;
  facts: ReactNode;
  compact?: boolean;
  aside?: ReactNode;
};

/** The head of a page about a document: a link back, its number, the title and facts. */
export function DocumentTitle({ of, version, back, backLabel = 'Documents', ...block }: DocumentTitleProps) {
  return (
    <TitleBlock
      {...block}
      trail={
        <>
          <BackLink to={back}>{backLabel}</BackLink>
          <DocNumber number={documentNumber(of)} version={version} />
        </>
      }
    />
  );
}

type Owned = { creator: { uid: string; name: string }; owner: { uid: string; name: string } };

/** Who created a document, and who owns it where that is somebody else. */
export const Ownership = ({ of: { creator, owner } }: { of: Owned }) => (
  <>
    <span>Created By {creator.name}</span>
    {owner.uid !== creator.uid && <span>Owner {owner.name}</span>}
  </>
);
