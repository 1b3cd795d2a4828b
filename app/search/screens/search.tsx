import { type ClientLoaderFunctionArgs, Form, isRouteErrorResponse, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { isAdmin } from '#events/permissions.ts';
import { searchWords } from '#app/kit/query/search-words.ts';
import { screenLoader, text } from '#app/kit/screen/screen.ts';
import { AsOfControl, type AsOfState, usePast } from '#app/ui/as-of/as-of.tsx';
import { askedMoment, type AskedMoment } from '#app/audit/screens/trail/requested-moment.ts';
import { Icon } from '#app/ui/icon/icon.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import { useFollowing } from '#app/ui/field/following.ts';
import { SearchResults } from '#app/ui/search/results.tsx';
import { toFound, toFoundAsOf } from './found.ts';

export const meta = ({ data }: { data: { q: string } | undefined }) => [
  { title: `${data?.q ? `“${data.q}” - ` : ''}Search - Imprimatur` },
];

/** Few in the dialog, more on the page of its own. */
const searched = z.object({
  asof: text,
  q: searchWords.catch(''),
  limit: z.coerce.number().pipe(z.literal(8)).or(z.literal(50)).catch(50),
});

export const loader = screenLoader({
  access: 'signed-in',
  search: searched,
  async load(page) {
    const asked = isAdmin(page.viewer.role) ? askedMoment(page) : null;
    const found =
      asked && 'until' in asked ? await toFoundAsOf(page, page.search.q, asked) : await toFound(page, page.search);
    return { ...found, asOf: isAdmin(page.viewer.role) ? toState(asked) : null };
  },
});

const toState = (asked: AskedMoment): AsOfState =>
  asked ? { text: asked.text, problem: 'problem' in asked ? asked.problem : null } : {};

/** The dialog, which asks for few, says itself that no answer came: an error page would replace the page below it. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  try {
    return await serverLoader();
  } catch (thrown) {
    const isAnswer = thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);
    if (isAnswer || !new URL(request.url).searchParams.has('limit')) throw thrown;
    return null;
  }
}

/** The search of everything, without script and for many results. */
export default function Search() {
  const found = useLoaderData<typeof loader>();
  const past = usePast();
  useFollowing('search-q', found.q);
  return (
    <Page>
      <PageHead title="Search" actions={found.q !== '' && <AsOfControl />} />
      <Form className="search-page" method="get" action="/search" role="search" aria-label="Everything">
        {past && <input type="hidden" name="asof" value={past} />}
        <div className="field grow">
          <label htmlFor="search-q">Search documents, people, reports and actions</label>
          <div className="search">
            <input id="search-q" name="q" type="search" autoComplete="off" maxLength={200} defaultValue={found.q} />
            <button className="button">
              <Icon name="search" />
              Search
            </button>
          </div>
          <p className="hint">For example, SOP-QA-017, qa 17, or words in a document</p>
        </div>
      </Form>
      <SearchResults found={found} />
    </Page>
  );
}
