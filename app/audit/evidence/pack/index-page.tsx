import { renderToStaticMarkup } from 'react-dom/server';
import {
  contentsInWords,
  eventTable,
  packTables,
  type Cell,
  type IndexTable,
} from '#app/audit/evidence/pack/index-tables.ts';
import { indexStyle } from '#app/audit/evidence/pack/index-style.ts';
import type { PackSummary } from '#app/audit/evidence/pack/summary.ts';
import { parts } from '#app/audit/evidence/verify/contents.ts';
import { drawRosette } from '#app/ui/rosette/rosette.ts';

/** How many events a page of the index holds. */
const perPage = 1000;

/** The path of a page of the index, from 1. */
const pagePath = (page: number): string => (page === 1 ? parts.index : `index/${String(page).padStart(4, '0')}.html`);

/** The pages of a pack's index, in the order of their paths, without scripts or external resources. */
export function* indexPages(summary: PackSummary): Generator<{ path: string; html: string }> {
  const pages = Math.max(1, Math.ceil(summary.events.length / perPage));
  for (let page = 1; page <= pages; page++) {
    const events = summary.events.slice((page - 1) * perPage, page * perPage);
    const tables = [...(page === 1 ? packTables(summary) : []), eventTable(events, summary.zone)];
    const markup = renderToStaticMarkup(<IndexPage summary={summary} tables={tables} page={page} pages={pages} />);
    yield { path: pagePath(page), html: `<!doctype html>\n${markup}\n` };
  }
}

interface PageProps {
  summary: PackSummary;
  tables: readonly IndexTable[];
  page: number;
  pages: number;
}

function IndexPage({ summary, tables, page, pages }: PageProps) {
  const { organisation, subject, checkpoint } = summary.contents;
  const root = page === 1 ? '' : '../';
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`Evidence pack: ${subject.title}`}</title>
        <style dangerouslySetInnerHTML={{ __html: indexStyle }} />
      </head>
      <body>
        <main>
          <header>
            <div>
              <p className="quiet">Evidence pack. {organisation.name}</p>
              <h1>{unbroken(subject.title)}</h1>
              <p className="quiet">
                {contentsInWords(summary)}
                {page > 1 && `. Page ${page} of ${pages}`}
              </p>
            </div>
            <svg viewBox="0 0 200 200" aria-hidden="true">
              <circle cx="100" cy="100" r="99" />
              <circle cx="100" cy="100" r="95.5" />
              <path transform="scale(.05)" d={drawRosette(checkpoint.root)} strokeWidth="11" />
            </svg>
          </header>
          {page === 1 && <HowToVerify />}
          {tables.map((table) => (
            <TableSection key={table.id} table={table} root={root} />
          ))}
          <Pages page={page} pages={pages} root={root} />
          <footer>
            <p>
              Made by Imprimatur. This page is for reading: what proves anything are the events, the proofs and the
              signed checkpoint in the same folder.
            </p>
          </footer>
        </main>
      </body>
    </html>
  );
}

/** A line never ends within a document's number (`SOP - QA - 007`) or a date. */
const unbroken = (title: string): string =>
  title.replace(/\S+(?: - \S+){2}|\d{1,2} \p{L}{3} \d{4}/gu, (whole) => whole.replaceAll(' ', '\u00a0'));

const HowToVerify = () => (
  <section aria-labelledby="verify">
    <h2 id="verify">How to verify</h2>
    <p className="quiet">Each step can be done with public tools, on a computer without a network.</p>
    <ol>
      <li>
        With Node.js 20 or newer: <code>node verify.mjs .</code> in this folder. It checks every byte and says in plain
        words what holds. Take the program from the organisation’s own address if you trust it more than this copy.
      </li>
      <li>
        With other people’s programs alone: <a href={parts.readme}>README.txt</a> tells how, step by step, with{' '}
        <code>sha256sum</code>, <code>openssl</code> and Go.
      </li>
      <li>
        Compare the key’s fingerprint below with the one that the organisation sent you through a separate channel. A
        pack cannot prove whose key it is.
      </li>
    </ol>
  </section>
);

function TableSection({ table: { id, title, note, empty, columns, rows }, root }: { table: IndexTable; root: string }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="quiet">{note}</p>
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map(({ head }) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {row.map((cell, n) => (
                  <td key={n} className={columns[n]?.as}>
                    <CellText cell={cell} root={root} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function CellText({ cell: { text, file, more = [], also }, root }: { cell: Cell; root: string }) {
  return (
    <>
      {file ? <a href={root + file}>{text}</a> : <span>{text}</span>}
      {also && (
        <a href={root + also.file} aria-label={`${also.text} of ${text}`}>
          {also.text}
        </a>
      )}
      {more.map((line, i) => (
        <p key={i} className="quiet">
          {line}
        </p>
      ))}
    </>
  );
}

function Pages({ page, pages, root }: { page: number; pages: number; root: string }) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages of the index">
      {Array.from({ length: pages }, (_, i) => i + 1).map((number) =>
        number === page ? (
          <b key={number} aria-current="page">
            {number}
          </b>
        ) : (
          <a key={number} href={root + pagePath(number)}>
            {number}
          </a>
        ),
      )}
    </nav>
  );
}
