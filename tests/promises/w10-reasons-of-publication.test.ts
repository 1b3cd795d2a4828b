import { describe, expect, it } from 'vitest';
import { describeEvent } from '#app/audit/words/describe-event.ts';
import { giveEffectiveDate, assignDepartments } from '#app/documents/commands/prepared.ts';
import { previewTraining } from '#app/documents/commands/preview-training.ts';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { decode } from '#events/catalogue.ts';
import type { Preset } from '#events/organisation/controls.ts';
import { inDays, organisation, revision, somebody, sop, type Organisation } from '#tests/support/organisation.ts';

const required = { failure: { code: 'invalid_input', fields: { reason: ['This field is required.'] } } };

const change = {
  kind: 'major',
  reason: 'A new limit.',
  summary: [{ place: 'Section 4', what: 'The limit.' }],
  origin: [],
  trainingImpact: 'read',
  trainingReason: null,
};

/** Version 2.0, approved, of a document that is in force in Quality; and an admin who did not make it. */
async function approvedAgain(preset: Preset) {
  const org = await organisation({ preset });
  const { world, author, other } = org;
  const second = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
  const document = await world.create(author, { ...sop('001'), approvers: [other] });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality'], { by: second });
  const sent = await revision(org, document, author, '2.0', [other]);
  await world.act(author, reviseDocument, { ...sent, change, reason: 'A new limit.' });
  await world.sign(other, document);
  return { org, document, second };
}

const publishedOf = async ({ services, world }: Organisation, document: string) => {
  const { events } = await services.ledger.readStream(world.org, `document-${document}`);
  return decode(events.findLast(({ type }) => type === 'DocumentPublished')!);
};

describe('[A11-9b] publishing for other departments, or without the training that was asked for', () => {
  it('by screen and call: needs a reason under Regulated, and the trail has it with the old departments', async () => {
    const { org, document, second } = await approvedAgain('regulated');
    const { world } = org;
    const input = { document, departments: world.uidsOf(['Laboratory']), effectiveAt: inDays(9) };
    for (const reason of [null, '', ' \n']) {
      expect(await world.attempt(second, publishDocument, { ...input, reason })).toMatchObject(required);
      const same = { ...input, departments: world.uidsOf(['Quality']), waiveTraining: true, reason };
      expect(await world.attempt(second, publishDocument, same)).toMatchObject(required);
    }
    // A preview records nothing, so that it needs none.
    expect(await world.attempt(second, previewTraining, input)).toMatchObject({ ok: true });
    await world.act(second, assignDepartments, { document, departments: world.uidsOf(['Laboratory']) });
    const dated = { document, effectiveAt: inDays(9) };
    expect(await world.attempt(second, giveEffectiveDate, { ...dated, reason: null })).toMatchObject(required);
    await world.act(second, giveEffectiveDate, { ...dated, reason: 'It is the laboratory’s now. ' });
    const published = await publishedOf(org, document);
    expect(published.data).toMatchObject({
      reason: 'It is the laboratory’s now.',
      departmentsBefore: [{ name: 'Quality' }],
    });
    const described = describeEvent(published, { zone: 'UTC' } as never);
    expect(described.reason).toBe('It is the laboratory’s now.');
    expect(described.changes).toContainEqual({ field: 'Departments', old: 'Quality', new: 'Laboratory' });
  });

  it('by screen and call: the same departments with training need none', async () => {
    const { org, document, second } = await approvedAgain('regulated');
    const input = { document, departments: org.world.uidsOf(['Quality']), effectiveAt: inDays(9), reason: null };
    expect(await org.world.attempt(second, publishDocument, input)).toMatchObject({ ok: true });
  });

  it('by screen and call: without the setting a reason is offered, and an empty one recorded as such', async () => {
    const { org, document, second } = await approvedAgain('standard');
    const input = { document, departments: org.world.uidsOf(['Laboratory']), effectiveAt: inDays(9), reason: ' ' };
    await org.world.act(second, publishDocument, input);
    expect((await publishedOf(org, document)).data).toMatchObject({ reason: null });
  });
});
