import { describe, expect, it } from 'vitest';
import { type ImportEvent } from '#events/import/import.ts';
import { type ImportCommand, importDecider } from '#tests/deciders/rules.ts';
import { importSamples } from '#tests/golden/import-samples.ts';
import { admin, author, now, signing, superAdmin } from '#tests/deciders/people.ts';
import { specify } from '#tests/deciders/specification.ts';

const { given } = specify(importDecider);
const { ImportBegun, ImportPreviewed } = importSamples;
const { plan, sample } = ImportPreviewed;

const begun: ImportEvent = { type: 'ImportBegun', data: { ...ImportBegun, importer: admin } };
const previewed = (problems: number): ImportEvent => ({
  type: 'ImportPreviewed',
  data: { ...ImportPreviewed, problems },
});
const signed = (by: typeof admin) => ({ principal: by, now, signing: signing(by, [plan.sha256]) });
const check = (different?: string, rows = sample): ImportCommand => ({
  type: 'CheckImport',
  ...signed(admin),
  verdicts: rows.map((row) => ({ row, equal: row !== different })),
});
const approve = (by: typeof admin): ImportCommand => ({ type: 'ApproveImport', ...signed(by) });
const checked = (different?: string) =>
  given(begun, previewed(0)).when(check(different)).thenTypes('ImportChecked') as readonly ImportEvent[];

describe('the import of a library', () => {
  it('[A11-4c] is signed only after a preview without problems', () => {
    given(begun).when(check()).thenRefused('import_not_in_status');
    given(begun, previewed(1)).when(check()).thenRefused('import_has_problems');
    given(begun, previewed(0)).when(check()).thenTypes('ImportChecked');
  });

  it('[A11-4d] is checked by comparing every row of its sample, and ends where one differs', () => {
    expect(sample.length).toBeGreaterThan(1);
    given(begun, previewed(0))
      .when(check(undefined, sample.slice(1)))
      .thenRefused('import_sample_open');
    given(begun, previewed(0))
      .when(check(undefined, [...sample, 'versions 999']))
      .thenRefused('import_sample_open');
    given(begun, previewed(0), ...checked(sample[0]))
      .when(approve(superAdmin))
      .thenRefused('import_not_in_status');
  });

  it('[A11-4e] is signed by one admin who checks it and by another who approves it', () => {
    const state = [begun, previewed(0), ...checked()];
    given(begun, previewed(0)).when(approve(superAdmin)).thenRefused('import_not_in_status');
    given(...state)
      .when(approve(admin))
      .thenRefused('import_second_person');
    given(...state)
      .when(approve(author))
      .thenRefused('not_allowed');
    const ofAnother: ImportEvent = { type: 'ImportBegun', data: { ...ImportBegun, importer: superAdmin } };
    for (const by of [admin, superAdmin])
      given(ofAnother, previewed(0), ...checked())
        .when(approve(by))
        .thenRefused('import_second_person');
    const [approved] = given(...state)
      .when(approve(superAdmin))
      .thenTypes('ImportApproved');
    expect(approved).toMatchObject({
      data: { signature: { signer: superAdmin.uid, meaning: 'import_approved', sha256: plan.sha256 } },
    });
  });
});
