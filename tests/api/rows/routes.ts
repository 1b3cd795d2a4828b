import { defineRoute } from '#app/approval-routes/commands/manage.ts';
import { ours, theirs } from '#tests/http/chosen.ts';
import type { Site } from '#tests/http/site.ts';
import { get, type Sent } from '../client.ts';
import { badBodies, noToken, notThere, type Case, type Row } from '../matrix.ts';

const uid = () => route;
let route = '';

const step = { name: 'Review', meaning: 'approved', who: { kind: 'named_by_owner' }, howMany: 'all', days: 5 };
const body = { name: 'Others', types: ['Other'], areas: [], separation: 'strict', samePerson: false, steps: [step] };
const whole = { ...body, changeKinds: [], steps: [{ ...step, who: { kind: 'named_by_owner', function: null } }] };

/** Defines the route that the rows are about, for documents that no other row has. */
export async function defineRouteForRows({ ours: { world } }: Site): Promise<void> {
  ({ route } = await world.act(world.admin, defineRoute, { definition: body }));
}

type About = (site: Site, uid: string) => Sent;
const list = () => get('/api/routes');
const define = (more: object = {}): Sent => ({ method: 'POST', path: '/api/routes', body: { ...body, ...more } });
const one: About = (_, named) => get(`/api/routes/${named}`);
const changed = { ...body, steps: [{ ...step, days: 7 }], reason: 'More time.' };
const change: About = (_, named) => ({ method: 'PUT', path: `/api/routes/${named}`, body: changed });
const retire: About = (_, named) => ({
  method: 'PUT',
  path: `/api/routes/${named}/retire`,
  body: { reason: 'Merged.' },
});

const refused = (send: About, not = ours('author')): Case[] => [
  noToken((site) => send(site, uid())),
  ...notThere(ours('admin'), theirs('admin'), send, uid),
  { kind: 'wrong role', by: not, send: (site) => send(site, uid()), status: 403, refusal: 'not_allowed' },
];
const invalid = (send: Sent, ...fields: string[]): Case => ({
  kind: 'invalid',
  about: fields.join(', '),
  by: ours('admin'),
  send: () => send,
  status: 422,
  fields,
});
const stale = (send: About): Case => ({
  kind: 'conflict',
  by: ours('admin'),
  send: (site) => ({ ...send(site, uid()), headers: { 'If-Match': '"7-old"' } }),
  status: 412,
  refusal: 'changed_meanwhile',
});
const done = (send: About, holds?: object): Case => ({
  kind: 'success',
  by: ours('admin'),
  send: (site) => send(site, uid()),
  status: 200,
  ...(holds && { holds: () => holds }),
});
const reading = { conflict: 'Reading conflicts with nothing.' };

export const routeRows: readonly Row[] = [
  {
    operation: 'listRoutes',
    cases: [
      noToken(list),
      { kind: 'wrong role', by: ours('employee'), send: list, status: 403, refusal: 'not_allowed' },
      { ...invalid(get('/api/routes?type=Other'), 'functionalArea'), by: ours('author') },
      { kind: 'success', by: ours('author'), send: list, status: 200, holds: () => [whole] },
      {
        kind: 'success',
        about: 'of a type, an area and a kind of change',
        by: ours('author'),
        send: () => get('/api/routes?type=Other&functionalArea=QA&changeKind=minor'),
        status: 200,
        holds: () => [whole],
      },
      { kind: 'success', about: 'of the others', by: theirs('author'), send: list, status: 200, holds: () => [] },
    ],
    without: { ...reading, 'other organisation': 'It names nothing.', malformed: 'It has no body and no uid.' },
  },
  {
    operation: 'getRoute',
    cases: [...refused(one, ours('employee')), done(one, whole)],
    without: { ...reading, invalid: 'It takes nothing but the uid.' },
  },
  {
    operation: 'defineRoute',
    cases: [
      noToken(() => define()),
      ...badBodies(ours('admin'), () => define()),
      { kind: 'wrong role', by: ours('author'), send: () => define(), status: 403, refusal: 'not_allowed' },
      invalid(
        define({ name: ' ', types: ['Form'], steps: [{ ...step, meaning: 'reviewed', days: 0 }] }),
        'name',
        'steps',
        'steps[0].days',
      ),
      invalid(
        define({ areas: ['Nowhere'], steps: [{ ...step, who: { kind: 'function' } }] }),
        'areas',
        'steps[0].who.function',
      ),
      { ...invalid(define({ name: 'Again' }), 'types'), kind: 'conflict', about: 'the same documents' },
      {
        kind: 'success',
        by: ours('admin'),
        send: () => define({ name: 'Small changes', types: ['Template'], areas: ['QA'], changeKinds: ['minor'] }),
        status: 201,
        holds: () => ({ name: 'Small changes', areas: ['QA'], changeKinds: ['minor'], version: 1 }),
      },
    ],
    without: { 'other organisation': 'It names nothing.' },
  },
  {
    operation: 'changeRoute',
    cases: [
      ...refused(change),
      ...badBodies(ours('admin'), (site) => change(site, uid())),
      {
        ...invalid(define(), 'steps'),
        send: () => ({ method: 'PUT', path: `/api/routes/${route}`, body: { ...changed, steps: [] } }),
      },
      stale(change),
      done(change, { version: 2, steps: [{ days: 7 }] }),
    ],
  },
  {
    operation: 'retireRoute',
    cases: [
      ...refused(retire),
      ...badBodies(ours('admin'), (site) => retire(site, uid())),
      {
        ...invalid(define(), 'reason'),
        send: () => ({ method: 'PUT', path: `/api/routes/${route}/retire`, body: { reason: '' } }),
      },
      stale(retire),
      done(retire),
    ],
  },
];
