import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requiredReason } from '#app/forms/reason.ts';
import { parseForm } from '#app/http/parse-form.ts';
import { RehearsalWords } from '#app/screens/documents/rehearsal.tsx';
import { WaitingApprovals } from '#app/screens/team/waiting-approvals.tsx';
import { Matrix } from '#app/ui/matrix/matrix.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { limits } from '#events/limits.ts';
import { texts } from '#events/texts.ts';
import { type Gallery, openGallery } from './open.ts';

const shown = (element: ReactElement) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);

describe('what is counted', () => {
  it.each([
    [1, '1 person'],
    [2, '1 to 2 of 2 people'],
  ])('below a list of %i', (total, words) => {
    expect(shown(<Pager of="people" one="person" page={1} size={25} total={total} />)).toContain(
      `<span>${words}</span>`,
    );
  });

  it.each([
    [1, 'This document waits for this person'],
    [2, 'These documents wait for this person'],
  ])('before somebody is deactivated who has %i documents to approve', (count, words) => {
    const of = Array.from({ length: count }, (_, n) => ({ document: String(n), name: 'Drying' }));
    expect(shown(<WaitingApprovals of={of} />)).toContain(words);
  });

  it('in a mark of the training matrix', () => {
    const marks = [
      { state: 'due', date: '05 Mar 2026', days: '1' },
      { state: 'due', date: '06 Mar 2026', days: '2' },
      { state: 'overdue', date: '03 Mar 2026', days: '+1' },
    ] as const;
    const documents = marks.map((_, n) => ({ uid: String(n), name: 'Drying', number: 'SOP', to: '/', rate: 0 }));
    const person = { uid: 'p', name: 'Noor Haddad', group: 'IT', rate: 0, marks };
    const html = shown(<Matrix caption="Training" documents={documents} people={[person]} />);
    for (const words of ['Due 05 Mar 2026, 1 day left', '06 Mar 2026, 2 days left', 'since 03 Mar 2026, 1 day<']) {
      expect(html).toContain(words);
    }
  });
});

describe('the rehearsal of final approval', () => {
  it.each([
    [1, 'It is new to one of them.'],
    [3, 'It is new to three of them.'],
  ])('tells for how many of four the document is new: %i', (isNew, words) => {
    const due = { uid: 'p', name: 'Noor Haddad', invited: false, isNew: true, overdue: false };
    const people = [{ ...due, dueAt: '2026-03-12T00:00:00.000Z' }];
    const rehearsal = {
      promise: '',
      effectiveAt: '2026-03-05T00:00:00.000Z',
      waived: false,
      cancelled: 0,
      moved: 0,
      assigned: 4,
      isNew,
      overdue: 0,
      departments: [{ uid: 'd', name: 'IT', people }],
    };
    expect(shown(<RehearsalWords rehearsal={rehearsal} busy={false} zone="UTC" before="" />)).toContain(words);
  });
});

describe('a limit counts characters', () => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await openGallery();
  });
  afterAll(() => gallery.close());

  it.each([true, false])('where a title is typed, with JavaScript %s', async (javaScriptEnabled) => {
    const page = await gallery.open('documents', { javaScriptEnabled });
    await page.getByRole('button', { name: 'Create new document' }).click();
    const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' });
    // One more than the limit is typed too: the product's words answer it, not a key that does nothing.
    for (const length of [limits.documentName, limits.documentName + 1]) {
      await title.fill('');
      await title.focus();
      await page.keyboard.insertText(`A${'🧪'.repeat(length - 1)}`);
      expect([...(await title.inputValue())]).toHaveLength(length);
    }
    await page.context().close();
  });

  it('and a line break is one, as it was typed', () => {
    const lines = `${'a'.repeat(99)}\r\n`.repeat(limits.reason / 100).trimEnd();
    const sent = (reason: string) => {
      const form = new FormData();
      form.set('reason', reason);
      return parseForm(form, z.object({ reason: requiredReason }));
    };
    const kept = sent(`${lines}\r\n`);
    expect(kept.status === 'success' && kept.value.reason).toBe(lines.replaceAll('\r\n', '\n'));
    expect(sent(`${lines}12`)).toMatchObject({ status: 'error', error: { reason: [texts.invalid] } });
  });
});
