import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { OpenPage } from '#app/home/manual/open-page.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { PageHead, Section } from '#app/ui/page/page.tsx';
import packageFile from '#package.json' with { type: 'json' };
import { admins } from './admins.tsx';
import { authors } from './authors.tsx';
import { everybody } from './everybody.tsx';

export const meta: MetaFunction = () => [{ title: 'User Manual - Imprimatur' }];

export const loader = screenLoader({
  access: 'public',
  load: async ({ viewer }) => ({ signedIn: viewer !== null, version: packageFile.version }),
});

const parts = [
  { title: 'Everybody', chapters: everybody },
  { title: 'Authors and approvers', chapters: authors },
  { title: 'Admins', chapters: admins },
];

/** The whole manual on one page, to search and to print. */
export default function Manual() {
  const { signedIn, version } = useLoaderData<typeof loader>();
  return (
    <OpenPage signedIn={signedIn}>
      <PageHead
        title="User Manual"
        lede={`Imprimatur ${version}. One chapter for each task. You can print this page.`}
        actions={
          <LinkButton to="/support" icon="life-buoy">
            Support
          </LinkButton>
        }
      />
      <nav className="contents-list" aria-label="Contents">
        {parts.map(({ title, chapters }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {chapters.map((chapter) => (
                <li key={chapter.id}>
                  <a href={`#${chapter.id}`}>{chapter.title}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {parts.flatMap(({ chapters }) =>
        chapters.map(({ id, title, who, body }) => (
          <Section key={id} id={id} title={title} note={who} narrow>
            <div className="prose">{body}</div>
          </Section>
        )),
      )}
    </OpenPage>
  );
}
