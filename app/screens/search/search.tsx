import { Form, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { searchWords } from '#app/queries/search-words.ts';
import { screenLoader } from '#app/server/screen/screen.ts';
import { Icon } from '#app/ui/icon/icon.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import { useFollowing } from '#app/ui/field/following.ts';
import { SearchResults } from '#app/ui/search/results.tsx';
import { toFound } from './found.ts';

export const meta = ({ data }: { data: { q: string } | undefined }) => [
  { title: `${data?.q ? `“${data.q}” - ` : ''}Search - Imprimatur` },
];

/** Few in the dialog, more on the page of its own. */
const searched = z.object({
  q: searchWords.catch(''),
  limit: z.coerce.number().pipe(z.literal(8)).or(z.literal(50)).catch(50),
});

export const loader = screenLoader({
  access: 'signed-in',
  search: searched,
  load: (page) => toFound(page, page.search),
});

/** The search of everything, without script and for many results. */
export default function Search() {
  const found = useLoaderData<typeof loader>();
  useFollowing('search-q', found.q);
  return (
    <Page>
      <PageHead title="Search" />
      <Form className="search-page" method="get" action="/search" role="search" aria-label="Everything">
        <div className="field grow">
          <label htmlFor="search-q">Search documents, people, reports and actions</label>
          <div className="search">
            <input id="search-q" name="q" type="search" autoComplete="off" defaultValue={found.q} />
            <button className="button">
              <Icon name="search" />
              Search
            </button>
          </div>
          <p className="hint">For example, SOP-QA-017, qa 17, or words of a title</p>
        </div>
      </Form>
      <SearchResults found={found} />
    </Page>
  );
}
