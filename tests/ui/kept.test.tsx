import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, describe, expect, it } from 'vitest';
import { pack, packed } from '#app/server/pack.ts';
import { settledAs } from '#app/server/settled.ts';
import { TrailEvents } from '#app/screens/audit/trail-events.tsx';
import { answeredForm } from '#app/ui/form/submitted.ts';
import { KeptPart } from '#app/ui/kept/kept-part.tsx';
import { keepHtml, settleBy, settled, steady } from '#app/ui/kept/kept.ts';
import { rememberPacked, unpack } from '#app/ui/kept/packed.ts';
import { columnsByMoment, columnsByZone } from '#app/ui/register/columns.ts';
import { showDate } from '#app/ui/text/date.ts';

afterAll(() => {
  keepHtml(undefined);
  rememberPacked(undefined);
  settleBy(undefined);
});

interface Thing {
  name: string;
}

describe('the HTML of what cannot change', () => {
  let rendered = 0;
  const Named = ({ of: { name } }: { of: Thing }) => {
    rendered++;
    return (
      <>
        <b>{name}</b> {name.length} <i>{'<&"'}</i>
      </>
    );
  };
  const Shown = steady(Named);
  const list = (things: readonly Thing[], show = Shown) =>
    renderToString(
      <ul>
        {things.map((thing) => (
          <KeptPart key={thing.name} className="row" show={show} of={thing} />
        ))}
      </ul>,
    );

  it('is what rendering in place gives, made once for a frozen object and each time for any other', () => {
    const things = [
      Object.freeze({ name: 'Cleaning <of> "vessels"' }),
      Object.freeze({ name: 'Łódź' }),
      { name: 'Open' },
    ];
    const plain = list(things);
    keepHtml(renderToString);
    rendered = 0;
    expect(list(things)).toBe(plain);
    expect(list(things)).toBe(plain);
    expect(rendered).toBe(4);
  });

  it('is that of another element where one is named', () => {
    const things = Object.freeze({ name: 'Record' });
    const sheet = () => renderToString(<KeptPart as="section" aria-labelledby="record" show={Shown} of={things} />);
    keepHtml(undefined);
    const plain = sheet();
    keepHtml(renderToString);
    expect(sheet()).toBe(plain);
    expect(plain).toMatch(/^<section aria-labelledby="record"><b>/);
  });

  it('is not kept of what was not said to be steady', () => {
    keepHtml(renderToString);
    const things = [Object.freeze({ name: 'One' })];
    const Loose = (given: { of: Thing }) => <Named {...given} />;
    rendered = 0;
    list(things, Loose);
    list(things, Loose);
    expect(rendered).toBe(2);
  });

  it('is each zone’s own', () => {
    const columns = columnsByZone<{ at: string }>((zone) => [
      { key: 'at', label: 'At', cell: ({ at }) => showDate(at, zone) },
    ]);
    expect(columns('UTC')).toBe(columns('UTC'));
    expect(columns('UTC')).not.toBe(columns('Asia/Tokyo'));
  });

  it('is each moment’s own, where a cell says how its row stands to it', () => {
    const columns = columnsByMoment<{ due: string }>((zone, now) => [
      { key: 'due', label: 'Due', cell: ({ due }) => `${showDate(due, zone)}${due < now ? ', overdue' : ''}` },
    ]);
    const first = columns('UTC', '2026-03-12T14:05:00.000Z');
    expect(columns('UTC', '2026-03-12T14:05:00.000Z')).toBe(first);
    expect(columns('Asia/Tokyo', '2026-03-12T14:05:00.000Z')).not.toBe(first);
    const [next] = columns('UTC', '2026-03-12T14:06:00.000Z');
    expect(next?.cell({ due: '2026-03-12T14:05:30.000Z' })).toBe('12 Mar 2026, overdue');
    expect(first[0]?.cell({ due: '2026-03-12T14:05:30.000Z' })).toBe('12 Mar 2026');
  });

  it('is made once for all data that is equal, where that is settled, and anew where it differs', () => {
    const one = (name: string) => renderToString(<KeptPart show={Shown} of={settled({ name })} />);
    settleBy(undefined);
    const plain = [one('One'), one('Other')];
    settleBy(settledAs);
    keepHtml(renderToString);
    rendered = 0;
    expect([one('One'), one('Other'), one('One')]).toEqual([plain[0], plain[1], plain[0]]);
    expect(rendered).toBe(2);
  });
});

describe('the events of an audit trail', () => {
  const event = (position: string, sentence: string) => ({
    position,
    sentence,
    subject: 'Priya Raman',
    recordedAt: '2026-02-19T16:20:44.000Z',
    type: 'EffectiveDateChanged',
    state: 'included' as const,
    leaf: '2c7d'.repeat(16),
    note: null,
    reason: null,
    status: null,
    signedName: null,
    changes: [],
    people: [],
    proof: null,
    trail: '0198b0a2-7c1e-7a52-9b1d-4f6c2d9e8a31',
  });
  const dayOf = <E,>(events: readonly E[]) =>
    Object.freeze([Object.freeze({ date: '19 Feb 2026', meta: 'Thursday', events })]);
  const page = (...sentences: string[]) =>
    Object.freeze(sentences.map((sentence, i) => Object.freeze(event(String(i + 1), sentence))));

  it('are rendered once each, however often the ledger moves on and the page is worked out anew', () => {
    const show = (events: ReturnType<typeof page>) =>
      renderToString(
        <MemoryRouter>
          <TrailEvents days={dayOf(events)} />
        </MemoryRouter>,
      );
    keepHtml(undefined);
    settleBy(undefined);
    const plain = show(page('changed the date', 'changed it again'));
    let rendered = 0;
    settleBy(settledAs);
    keepHtml((content) => {
      rendered++;
      return renderToString(<MemoryRouter>{content}</MemoryRouter>);
    });
    expect(show(page('changed the date', 'changed it again'))).toBe(plain);
    // The list and its two events; then a list with another event.
    expect(rendered).toBe(3);
    expect(show(page('changed the date', 'changed it again', 'and once more'))).toContain('and once more');
    expect(rendered).toBe(5);
  });

  it('stay as they were rendered where a later checkpoint gives their proof another root and more steps', () => {
    const proven = (count: number, root: string, note = '') => {
      const side = { side: 'left' as const, sibling: 'ab'.repeat(16) };
      const proof = { leaf: 'cd'.repeat(16), root: root.repeat(16), count, first: [side, side, side] };
      return Object.freeze([Object.freeze({ ...event('1', `changed the date ${note}`), proof })]);
    };
    const show = (events: ReturnType<typeof proven>) =>
      renderToString(
        <MemoryRouter>
          <TrailEvents days={dayOf(events)} />
        </MemoryRouter>,
      );
    const states = [proven(3, '11'), proven(4, '11'), proven(15, '22'), proven(16, '33')];
    keepHtml(undefined);
    settleBy(undefined);
    const plain = states.map(show);
    expect(plain[2]).toContain('12 more');
    let rendered = 0;
    settleBy(settledAs);
    keepHtml((content) => {
      rendered++;
      return renderToString(<MemoryRouter>{content}</MemoryRouter>);
    });
    expect(states.map(show)).toEqual(plain);
    // Four lists; the event whole, and the event with more steps than are shown.
    expect(rendered).toBe(4 + 2);
    // Whoever knows how it is done can write nothing that is taken for a place of the root.
    expect(show(proven(15, '22', 'root; :root;'))).toContain('changed the date root; :root;');
  });
});

describe('packed data', () => {
  it('comes out as it was put in, and on the server as the very same object', () => {
    const rows = Object.freeze([Object.freeze({ name: '</script><!-- "Łódź" \u2028', at: null })]);
    const text = pack(rows);
    rememberPacked(undefined);
    expect(unpack(text)).toEqual(rows);
    rememberPacked(packed);
    expect(unpack(text)).toBe(rows);
    expect(pack(rows)).toBe(text);
    // What escaping would make four characters of, twice over, is written as another mark.
    expect(text).not.toMatch(/["\\]/);
  });
});

describe('a form that the server alone judges', () => {
  const about = {
    id: 'departments',
    names: ['departments', 'date'],
    defaultValue: { departments: ['a', 'b'], date: '' },
  } as const;

  it('shows what stands there, and after a refusal what was sent with what is wrong', () => {
    const before = answeredForm({ ...about, lastResult: undefined });
    expect(before.fields.departments.defaultOptions).toEqual(['a', 'b']);
    expect(before.form.allErrors).toEqual({});
    const after = answeredForm({
      ...about,
      lastResult: {
        initialValue: { departments: 'b', date: 'soon' },
        error: { date: ['No date.'], '': ['Refused.'], departments: null },
      },
    });
    expect(after.fields.departments.defaultOptions).toEqual(['b']);
    expect(after.fields.date).toMatchObject({ id: 'departments-date', defaultValue: 'soon', errors: ['No date.'] });
    expect(after.form.allErrors).toEqual({ date: ['No date.'], '': ['Refused.'] });
  });

  it('shows nothing chosen where nothing was sent', () => {
    const { fields } = answeredForm({ ...about, lastResult: { initialValue: { date: '' }, error: {} } });
    expect(fields.departments.defaultOptions).toEqual([]);
  });
});
