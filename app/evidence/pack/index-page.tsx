import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { indexStyle } from '#app/evidence/pack/index-style.ts';
import { counted, inNumbers, pathOf, type PackSummary } from '#app/evidence/pack/summary.ts';
import type { DescribedEvent, DescribedSignature } from '#app/evidence/pack/event-descriptions.ts';
import { parts } from '#app/evidence/verify/contents.ts';
import { drawRosette, groupHex } from '#app/ui/rosette/rosette.ts';
import { showDate, showMoment, showSeconds, showWeekday } from '#app/ui/text/date.ts';

/** How many events a page of the index holds. */
const perPage = 1000;

/** The path of a page of the index, from 1. */
const pagePath = (page: number): string => (page === 1 ? parts.index : `index/${String(page).padStart(4, '0')}.html`);

/** The pages of a pack's index, in the order of their paths, without scripts or external resources. */
export function* indexPages(summary: PackSummary): Generator<{ path: string; html: string }> {
  const pages = Math.max(1, Math.ceil(summary.events.length / perPage));
  for (let page = 1; page <= pages; page++) {
    const events = summary.events.slice((page - 1) * perPage, page * perPage);
    const markup = renderToStaticMarkup(<IndexPage summary={summary} events={events} page={page} pages={pages} />);
    yield { path: pagePath(page), html: `<!doctype html>\n${markup}\n` };
  }
}

interface PageProps {
  summary: PackSummary;
  events: readonly DescribedEvent[];
  page: number;
  pages: number;
}

function IndexPage({ summary, events, page, pages }: PageProps) {
  const { contents, asOf } = summary;
  const { organisation, subject, checkpoint } = contents;
  const root = page === 1 ? '' : '../';
  const title = `Evidence pack: ${subject.title}`;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: indexStyle }} />
      </head>
      <body>
        <main>
          <header>
            <div>
              <p className="kicker">Evidence pack. {organisation.name}</p>
              <h1>{unbroken(subject.title)}</h1>
              <p className="kicker">
                {counted(contents.events.count, 'event')} and {counted(contents.files.length, 'PDF')}, from the log as
                it was on {showMoment(asOf)}
                {page > 1 && `. Page ${page} of ${pages}`}
              </p>
            </div>
            <svg viewBox="0 0 200 200" aria-hidden="true">
              <circle cx="100" cy="100" r="99" />
              <circle cx="100" cy="100" r="95.5" />
              <path transform="scale(.05)" d={drawRosette(checkpoint.root)} strokeWidth="11" />
            </svg>
          </header>
          {page === 1 && <FirstLeaves summary={summary} />}
          <Section
            id="events"
            title="Events"
            note={`Oldest first. Times are in UTC, dates without a time in ${summary.zone}, by the server’s clock. Each number leads to the event’s exact bytes; its proof stands beside it.`}
          >
            <Events events={events} root={root} />
            <Pages page={page} pages={pages} root={root} />
          </Section>
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

function Section({ id, title, note, children }: { id: string; title: string; note: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p>{note}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

function FirstLeaves({ summary }: { summary: PackSummary }) {
  const { contents, keyFingerprint, pdfs, events } = summary;
  const { checkpoint, earlierCheckpoints } = contents;
  const signatures = events.flatMap(({ signature }) => (signature ? [signature] : []));
  return (
    <>
      <Section
        id="verify"
        title="How to verify"
        note="Nobody has to be believed: each step can be done with public tools, on a computer without a network."
      >
        <ol className="steps">
          <li>
            With Node.js 20 or newer: <code>node {'verify.mjs'} .</code> in this folder. It checks every byte and says
            in plain words what holds. Take the program from the organisation’s own address if you trust it more than
            this copy.
          </li>
          <li>
            With other people’s programs alone: <a href={parts.readme}>README.txt</a> tells how, step by step, with{' '}
            <code>sha256sum</code>, <code>openssl</code> and Go.
          </li>
          <li>
            Compare the key’s fingerprint below with the one that the organisation sent you through a separate channel.
            A pack cannot prove whose key it is.
          </li>
        </ol>
      </Section>
      <Section
        id="log"
        title="The log"
        note="Everything is appended to one log. Its signed checkpoint fixes each event, its place and its bytes."
      >
        <dl>
          <dt>Organisation</dt>
          <dd>{contents.organisation.name}</dd>
          <dt>Checkpoint</dt>
          <dd>
            <a href={parts.checkpoint}>{counted(checkpoint.size, 'event')}</a>
          </dd>
          <dt>Root</dt>
          <dd>
            <code>{groupHex(checkpoint.root)}</code>
          </dd>
          <dt>Key</dt>
          <dd>
            <a href={parts.key}>{checkpoint.origin}</a>
          </dd>
          <dt>Key’s fingerprint</dt>
          <dd>
            <code>{groupHex(keyFingerprint)}</code>
          </dd>
          <dt>Earlier checkpoints</dt>
          <dd>
            {earlierCheckpoints.length === 0
              ? 'None is in the pack'
              : earlierCheckpoints.map((size, i) => (
                  <span key={size}>
                    {i > 0 && ', '}
                    <a href={parts.earlier(size)}>{inNumbers(size)}</a>
                  </span>
                ))}
          </dd>
        </dl>
      </Section>
      <Section
        id="signatures"
        title="Signatures"
        note="Each is an event of the log, bound to the exact PDF by its fingerprint."
      >
        {signatures.length === 0 && <p className="quiet">None of the events is a signature.</p>}
        {signatures.map((signature, i) => (
          <SignatureFacts key={i} signature={signature} path={pathOf(summary, signature.sha256)} />
        ))}
      </Section>
      <Section id="files" title="PDFs" note="Byte for byte as they were uploaded and signed.">
        {pdfs.packed.length + pdfs.missing.length === 0 && <p className="quiet">The events record none.</p>}
        {pdfs.packed.map(({ path, title, sha256 }) => (
          <div className="file" key={path}>
            <a href={path}>{title}</a>
            <br />
            <code>{groupHex(sha256)}</code>
          </div>
        ))}
        {pdfs.missing.map(({ name, sha256 }) => (
          <div className="file missing" key={sha256}>
            {name} is not here: the storage did not have it as it was recorded.
            <br />
            <code>{groupHex(sha256)}</code>
          </div>
        ))}
      </Section>
    </>
  );
}

function SignatureFacts({ signature, path }: { signature: DescribedSignature; path: string | null }) {
  const { signedName, printedName, role, meaning, reason, signedAt, version, sha256 } = signature;
  return (
    <div className="signature">
      <div className="name">{signedName}</div>
      <p>
        {printedName}, {role}. {meaning}. Version {version}, {showDate(signedAt, 'UTC')} {showSeconds(signedAt)} UTC.
      </p>
      <p className="quiet">Reason: {reason}</p>
      <code>{path ? <a href={path}>{groupHex(sha256)}</a> : groupHex(sha256)}</code>
    </div>
  );
}

function Events({ events, root }: { events: readonly DescribedEvent[]; root: string }) {
  const days: { date: string; events: DescribedEvent[] }[] = [];
  for (const event of events) {
    const date = showDate(event.recordedAt, 'UTC');
    if (days.at(-1)?.date === date) days.at(-1)!.events.push(event);
    else days.push({ date, events: [event] });
  }
  return days.map((day) => (
    <div key={day.events[0]!.position}>
      <h3>
        {day.date}
        <small>{showWeekday(day.events[0]!.recordedAt)}</small>
      </h3>
      {day.events.map((event) => (
        <EventLine key={event.position} event={event} root={root} />
      ))}
    </div>
  ));
}

function EventLine({ event, root }: { event: DescribedEvent; root: string }) {
  const { position, recordedAt, subject, sentence, note, reason, changes, document } = event;
  return (
    <div className="event">
      <time dateTime={recordedAt}>{showSeconds(recordedAt)}</time>
      <div>
        <b>{subject}</b> {sentence}.{document && <span className="quiet"> {document}.</span>}
        {note && <p className="quiet">{note}</p>}
        {reason && <p className="quiet">Reason: {reason}</p>}
        {changes.map(({ field, old, new: now }, i) => (
          <div className="changes" key={i}>
            {field}: {old !== null && <del>{old}</del>} {old !== null && '→ '}
            {now ?? 'none'}
          </div>
        ))}
      </div>
      <div className="proof">
        <a href={root + parts.event(position)}>No. {inNumbers(position)}</a>
        <a href={root + parts.proof(position)} aria-label={`Proof of event No. ${inNumbers(position)}`}>
          Proof
        </a>
      </div>
    </div>
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
