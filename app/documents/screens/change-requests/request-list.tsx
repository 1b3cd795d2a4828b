import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { RequestLine } from '#app/documents/queries/change-requests/requests.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { Tag } from '#app/ui/status/tag.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { beginningOf, placeInWords, requestStatusWords } from '#app/documents/words/change-requests.ts';

type RequestListProps = {
  requests: readonly RequestLine[];
  zone: string;
  /** Each names its document. */
  named?: boolean;
  empty: string;
};

/** Change requests, each with where, by whom, and what became of it. */
export function RequestList({ requests, zone, named, empty }: RequestListProps) {
  const asof = usePast();
  if (requests.length === 0) return <p>{empty}</p>;
  return (
    <ul className="ruled">
      {requests.map((request) => (
        <li key={request.uid} className="row">
          <div>
            {named && (
              <p>
                <DocNumber number={documentNumber(request)} /> {request.name}
              </p>
            )}
            <p className="life-version">
              <Link to={addresses.changeRequest(request.uid, asof)}>{beginningOf(request.text)}</Link>{' '}
              {request.urgency === 'urgent' && <Tag>Urgent</Tag>}
            </p>
            <p className="meta">
              Version {request.version}. {placeInWords(request)} {request.author}, {showDate(request.requestedAt, zone)}
              .
            </p>
            <p className="meta">{requestStatusWords(request)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
