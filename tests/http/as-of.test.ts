import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideRequest } from '#app/documents/commands/change-requests/decide.ts';
import { requestChange } from '#app/documents/commands/change-requests/request.ts';
import { verifyBundle, type Bundle } from '#tests/audit/bundle-verifier.ts';
import { mainOf } from './controls.ts';
import { openDocumentSite, type DocumentSite } from './fixtures.ts';

let site: DocumentSite;
/** One millisecond before the document was revised. */
let asof: string;
let position: string;

beforeAll(async () => {
  site = await openDocumentSite();
  const { events } = await site.services.ledger.readStream(site.world.org, `document-${uid()}`);
  const revised = events.find(({ type }) => type === 'DocumentRevised')!;
  asof = new Date(Date.parse(revised.recordedAt) - 1).toISOString();
  position = revised.position;
});
afterAll(() => site.close());

const uid = () => site.documents.underRevision;
const trail = (query: Record<string, string> = {}, below = '') =>
  `/dashboard/docs/${uid()}/audit${below}?${new URLSearchParams(query)}`;
const get = (path: string) => site.send(site.people.AUTHOR, 'GET', path);
const page = async (path: string) => {
  const { status, text } = await get(path);
  expect(status).toBe(200);
  return text.replaceAll('<!-- -->', '').replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
};
const countOf = (text: string) => Number(/([\d,]+) events? in this document/.exec(text)?.[1]);
/** The moment as the addresses on the page have it. */
const writtenIn = (text: string) => /data-asof="([^"]+)"/.exec(text)?.[1] ?? '';

describe('[P11-10e] the audit trail as of a past moment', () => {
  it('names the moment and shows no later event', async () => {
    const [then, now] = [await page(trail({ asof })), await page(trail())];
    expect(then).toMatch(/<strong role="status">You are viewing the record as of \d\d \w{3} \d{4} \d\d:\d\d:\d\d UTC</);
    expect(mainOf(then)).toContain('What came after this moment is not shown.');
    expect(mainOf(then)).toContain(`As of ${writtenIn(then)} UTC`);
    expect(mainOf(then)).toMatch(/data-status="effective"[\s\S]*<h2 id="life"/);
    expect(mainOf(then)).toContain('v1.0');
    expect(mainOf(then)).not.toContain(`id="e${position}"`);
    expect(countOf(then)).toBeLessThan(countOf(now));
    expect(mainOf(then)).not.toContain('Waiting for the next checkpoint');

    expect(now).not.toContain('data-asof');
    expect(now).toContain('View as of (UTC)');
    expect(mainOf(now)).toContain(`id="e${position}"`);
  });

  it('[P11-50b] shows each signature with its name, meaning and time', async () => {
    const main = mainOf(await page(trail({ what: 'signatures' }))).replaceAll(/(?:<[^>]*>|\s)+/g, ' ');
    expect(main).toMatch(/\d\d \w{3} \d{4} \w+day, 2 events/);
    for (const name of ['Ines Okafor', 'Marit Solheim'])
      expect(main).toMatch(
        new RegExp(
          `\\d\\d:\\d\\d:\\d\\d UTC ${name} signed to approve version 1.0 ${name} ` +
            `Printed name ${name}. Meaning: I approve this document.`,
        ),
      );
  });

  it('has no form that records anything, and links within the trail to the same moment', async () => {
    const text = await page(trail({ asof, what: 'signatures' }));
    const main = mainOf(text);
    const query = new URLSearchParams({ asof: writtenIn(text) }).toString();
    for (const below of ['export', 'export.pdf', 'export.csv', 'export.json', 'verify'])
      expect(text).toContain(`/dashboard/docs/${uid()}/audit/${below}?${query}"`);
    expect(main).toContain(`<input type="hidden" name="asof" value="${writtenIn(text)}"/>`);
    expect(main).toMatch(new RegExp(`/audit/\\d+\\?${query.replaceAll('+', '\\+')}"`));
    expect(main).not.toContain('evidence.zip');
    expect(main).not.toMatch(/method="post"/i);
    const banner = /<section class="asof"[\s\S]*?<\/section>/.exec(text)?.[0] ?? '';
    expect(banner).toContain('<input type="hidden" name="what" value="signatures"/>');
    expect(banner).toContain(`href="/dashboard/docs/${uid()}/audit?what=signatures">Return to now</a>`);
    expect(await page(trail())).toContain('evidence.zip');
  });

  it.each([
    ['soon', 'Enter the moment as '],
    ['2099-01-01', 'That moment has not come yet. It is now '],
    ['01 Jan 1999', 'This document did not exist yet. It was created on '],
  ])('explains a wrong moment at its field and shows the current record: %s', async (typed, sentence) => {
    const text = await page(trail({ asof: typed }));
    expect(text).not.toContain('data-asof');
    const field = /<input id="asof"[^>]*>/.exec(mainOf(text))?.[0];
    for (const part of [`value="${typed}`, 'aria-describedby="asof-description asof-error"', 'aria-invalid="true"'])
      expect(field).toContain(part);
    expect(mainOf(text)).toMatch(new RegExp(`id="asof-error"><p class="error">(?:(?!</p>)[\\s\\S])*${sentence}`));
    expect(countOf(text)).toBe(countOf(await page(trail())));
  });

  it('shows the current record for an empty field', async () => {
    const text = await page(trail({ asof: ' ' }));
    expect(text).not.toContain('data-asof');
    expect(text).not.toContain('class="error"');
  });

  it('is exported and verified as of that moment', async () => {
    const count = countOf(await page(trail({ asof })));
    const csv = await get(trail({ asof }, '/export.csv'));
    expect(csv.text.match(/^\d+,/gm)).toHaveLength(count);
    expect((await get(trail({ asof }, '/export.pdf'))).status).toBe(200);
    const bundle = JSON.parse((await get(trail({ asof }, '/export.json'))).text) as Bundle;
    expect(bundle.events).toHaveLength(count);
    expect(verifyBundle(bundle)).toEqual([]);
    expect(await page(trail({ asof }, '/verify'))).toContain(`All ${count} events are unchanged`);
    expect(await page(trail({ asof }, '/export'))).not.toContain('evidence.zip');
  });

  it('has no export and no verification for a wrong moment', async () => {
    for (const below of ['/export.csv', '/export.pdf', '/export.json'])
      for (const typed of ['soon', '2099-01-01', '01 Jan 1999'])
        expect((await get(trail({ asof: typed }, below))).status, `${below} ${typed}`).toBe(404);
    for (const below of ['/export', '/verify'])
      expect(await get(trail({ asof: 'soon' }, below))).toMatchObject({
        status: 303,
        location: `/dashboard/docs/${uid()}/audit?asof=soon`,
      });
  });
});

describe('[ISO9001-72a] a report as of a past moment', () => {
  const admin = (path: string) => site.send(site.people.ADMIN, 'GET', path);
  const read = async (path: string) => {
    const { status, text } = await admin(path);
    expect(status).toBe(200);
    return text.replaceAll('<!-- -->', '').replaceAll('&amp;', '&');
  };
  const before = () => String(Number(position) - 1);
  const shown = () =>
    new RegExp(
      `You are viewing the record as of \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d UTC, event no\\. ${before()}</strong>`,
    );

  it.each([
    ['/dashboard/reports', 'gaps=yes'],
    ['/dashboard/reports/all-users', ''],
  ])('redirects from the moment to the position in the ledger: %s', async (path, filter) => {
    const { status, location } = await admin(`${path}?${filter}&${new URLSearchParams({ asof })}`);
    expect(status).toBe(303);
    const place = new URLSearchParams({ position: before(), at: asof }).toString();
    expect(location).toBe(`${path}?${filter && `${filter}&`}${place}`);
    const text = await read(location ?? '');
    expect(text).toMatch(shown());
    expect(text).toMatch(new RegExp(`href="${path}\\??${filter}">Return to now</a>`));
    expect(text).toMatch(new RegExp(`/all-users/csv\\?[^"]*${place}"`));
    expect(await read(path)).not.toContain('data-asof');
  });

  it('shows the matrix and the pictures of then, whose links lead to then', async () => {
    const back = `href="/dashboard/reports?position=${before()}"`;
    expect(await read(`/dashboard/reports/all-users?position=${before()}`)).toContain(back);
    const text = await read(`/dashboard/reports?position=${before()}`);
    expect(text).toContain('id="matrix"');
    for (const id of ['training-by-week', 'overdue-by-department', 'days-in-review', 'reviews-due'])
      expect(text).toContain(`<h3 id="${id}">`);
    expect(text).toMatch(new RegExp(`/dashboard/reports\\?department=[^"]+&gaps=yes&position=${before()}#matrix"`));
    expect(text).toMatch(/<a class="cell" data-state="\w+"[^>]* href="\/dashboard\/training\/[^"]+\?asof=/);
    expect(text).toContain(`/dashboard/reports/active-users?position=${before()}"`);
    expect(await read('/dashboard/reports')).toContain('id="training-by-week"');
  });

  it.each([
    ['/dashboard/reports', 'soon', 'Enter the moment as '],
    ['/dashboard/reports', '2099-01-01', 'That moment has not come yet.'],
    ['/dashboard/reports/all-users', '01 Jan 1999', 'Nothing was recorded yet at that moment.'],
  ])('shows the current %s for the wrong moment %s, and explains it', async (path, typed, sentence) => {
    const text = await read(`${path}?${new URLSearchParams({ asof: typed })}`);
    expect(text).not.toContain('data-asof');
    expect(text).toMatch(new RegExp(`id="asof-error"><p class="error">(?:(?!</p>)[\\s\\S])*${sentence}`));
  });
});

describe('a screen as of a past moment', () => {
  const admin = async (path: string, query: Record<string, string>) => {
    const { status, text } = await site.send(
      site.people.ADMIN,
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`,
    );
    expect(status, path).toBe(200);
    return text.replaceAll('<!-- -->', '').replaceAll('&amp;', '&');
  };
  const employee = () => site.people.EMPLOYEE.uid;
  const pastDocument = /^\/dashboard\/docs\/[^/]+(\/(audit|read|timeline|record|requests))?$/;
  const pastList = /^\/dashboard(\/(users|requests)(\/.*)?|\/training.*|\/reports)?$/;
  /** The links to pages that can show the past, without the moment. */
  const linksToNow = (main: string) =>
    [...main.matchAll(/href="([^"#?]+)(\?[^"#]*)?/g)].flatMap(([, path = '', search = '']) =>
      (pastDocument.test(path) || pastList.test(path)) && !/[?&](asof|position)=/.test(search)
        ? [`${path}${search}`]
        : [],
    );

  it.each([
    ['the documents in force', () => '/dashboard?tab=effective', null],
    ['the open training', () => '/dashboard?tab=training', null],
    ['the PDF of a document', () => `/dashboard/docs/${uid()}/read`, null],
    ['the trail of a document', () => `/dashboard/docs/${uid()}/audit`, null],
    ['the documents', () => '/dashboard?tab=manage', 'Create new document'],
    ['the record of a document', () => `/dashboard/docs/${uid()}/record`, 'id="more-actions"'],
    ['the timeline of a document', () => `/dashboard/docs/${uid()}/timeline`, 'id="more-actions"'],
    ['the team', () => '/dashboard/users', 'Invite team member'],
    ['the change requests', () => '/dashboard/requests?show=all', null],
    ['the change requests of a document', () => `/dashboard/docs/${uid()}/requests`, 'Request a change'],
    ['the training of a person', () => `/dashboard/users/${employee()}/training`, null],
    ['one’s own training', () => '/dashboard/training', null],
  ])('shows %s of then, for reading', async (_, path, onlyNow) => {
    const [then, now] = [await admin(path(), { asof }), await admin(path(), {})];
    expect(then).toContain('You are viewing the record as of ');
    expect(mainOf(then)).not.toMatch(/method="post"|Deactivate<|asof-ask/);
    expect(linksToNow(mainOf(then))).toEqual([]);
    expect(now).not.toContain('data-asof');
    expect(mainOf(now)).toContain('View as of (UTC)');
    if (!onlyNow) return;
    expect(now).toContain(onlyNow);
    expect(then).not.toContain(onlyNow);
  });

  it('shows a change request as it was before its owner decided', async () => {
    const { world, people, services } = site;
    const asked = { document: uid(), version: '1.0', page: 1, text: 'Two days are too few.' };
    const { request } = await world.act(people.EMPLOYEE, requestChange, asked as never);
    const decided = { request, decision: 'decline', reason: 'As agreed.' } as const;
    await world.act(people['AUTHOR owner'], decideRequest, decided);
    const { events } = await services.ledger.readStream(world.org, `request-${request}`);
    const path = `/dashboard/requests/${request}`;
    const then = await admin(path, { asof: events[0]!.recordedAt });
    expect(mainOf(then)).toContain('<span>Open</span>');
    expect(mainOf(then)).not.toMatch(/method="post"|As agreed\./);
    expect(linksToNow(mainOf(then))).toEqual([]);
    expect(await admin('/dashboard/requests', { asof: events[0]!.recordedAt })).toContain(`${path}?asof=`);
    expect(mainOf(await admin(path, {}))).toContain('As agreed.');
    expect(await admin(path, { asof })).toContain('This record did not exist yet at that moment.');
  });

  it('leads from the team to the records of the same moment, and says where there was none yet', async () => {
    const team = mainOf(await admin('/dashboard/users', { asof }));
    const training = /\/dashboard\/users\/[^"]+\/training\?asof=[^"]+/.exec(team)?.[0];
    expect(training).toBeDefined();
    const history = await admin(`/dashboard/users/${employee()}/training`, { asof });
    const record = /href="(\/dashboard\/training\/[0-9a-f-]+)\?asof=/.exec(history)?.[1] ?? '';
    expect(await admin(record, { asof })).toContain('data-asof=');
    const { events } = await site.services.ledger.readStream(site.world.org, 'organisation');
    const early = await admin(record, { asof: events[0]!.recordedAt });
    expect(early).not.toContain('data-asof');
    expect(early).toContain('This record did not exist yet at that moment.');
  });
});
