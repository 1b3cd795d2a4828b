import type { VersionChange } from '#events/document/change.ts';
import {
  numberOf,
  type DemonstrationDocument,
  type DemonstrationVersion,
} from '#app/set-up/demonstration/document-facts.ts';

/** Why a document of this type was written at all. */
const firstReasons: Record<string, string> = {
  Policy: 'What holds for everybody.',
  SOP: 'The practice is written down.',
  Work_Instruction: 'The steps are written down.',
  Form: 'The record has a fixed form.',
  Template: 'One form for all.',
  Other: 'Inspectors ask for it.',
};

/** What a revision changes: where, and what is different there. `asked`: a reference outside the system. */
interface Line {
  place: string;
  what: string;
  asked?: string;
}

const line = (place: string, what: string, asked?: string): Line => ({ place, what, ...(asked && { asked }) });

const lines: Record<string, Line> = {
  'Policy-CORP-001 2.0': line('Section 2', 'Five objectives with figures replace three without.', 'Business plan 2026'),
  'SOP-CORP-007 1.1': line('Section 4.3', 'New: how an audit by video is prepared and recorded.'),
  'SOP-CORP-013 2.0': line('Chapitre 4', 'Dix jours ouvrés au lieu de quinze.', 'Revue de direction 2025'),
  'SOP-IT-006 2.0': line(
    'Sections 3 and 6',
    'Identity, clocks and archives as Annex 11 asks for now.',
    'EU GMP Annex 11',
  ),
  'SOP-IT-043 1.1': line('Section 5', 'A restore is tried each quarter and its time is recorded.'),
  'SOP-IT-010 2.0': line('Section 6', 'Who reports to which authority within 24 hours.', 'Directive (EU) 2022/2555'),
  'SOP-PM-055 1.1': line('Section 8', 'Design transfer stands apart from design verification.'),
  'WI-ENG-031 1.1': line('Step 2', 'Reference gauge PG-14 instead of PG-09.'),
  'WI-ENG-031 1.2': line('Table 1', 'Tolerances of line 3 are added.', 'CC-2026-021'),
  'SOP-ENG-022 1.1': line('Section 5', 'Each test has a criterion of acceptance.'),
  'SOP-ENG-022 2.0': line('Section 4', 'The depth of the tests follows the risk of the equipment.'),
  'SOP-ENG-035 2.0': line('Section 3', 'Hours of operation instead of months.', 'CC-2025-030'),
  'WI-ENG-018 1.1': line('Schritt 4', 'Handschuhe aus Nitril in der Zone C.'),
  'SOP-LAB-021 1.1': line('Section 3.2', 'Samples below −60 °C stay on dry ice until they are registered.'),
  'SOP-LAB-021 2.0': line('Sections 3 and 4', 'A barcode at reception replaces the handwritten label.', 'CC-2025-041'),
  'SOP-LAB-004 2.0': line(
    'Section 4',
    'Phase I ends after one working day, not after five.',
    'Inspection 2025, finding 2',
  ),
  'WI-LAB-007 1.1': line('Table 2', 'Limits for positive displacement pipettes.'),
  'WI-LAB-015 1.1': line('Section 6', 'Expiry dates name the stability study.'),
  'SOP-MFG-041 2.0': line('Section 5', 'A second person checks the line and signs.', 'CAPA-2025-007'),
  'SOP-MFG-041 2.1': line('Section 5.3', 'A photograph of the cleared line is attached to the record.'),
  'WI-MFG-004 1.1': line('Step 7', 'The torque of each tenth cap is recorded.'),
  'WI-MFG-004 1.2': line('Steps 3 to 5', 'Set-up of the filling head FH-2.', 'CC-2026-018'),
  'WI-MFG-012 2.0': line('Table 3', 'Swab limits are a tenth of the former ones.', 'Toxicological review TR-19'),
  'Form-MFG-041-01 2.0': line('Last row', 'Room for the second signature.', 'CAPA-2025-007'),
  'SOP-QA-003 2.0': line('Section 3', 'Trends of complaints and deviations open an action too.'),
  'SOP-QA-009 2.0': line(
    'Section 2',
    'Changes that suppliers announce are assessed as our own.',
    'Audit of June, finding 1',
  ),
  'SOP-QA-001 2.0': line('Sections 4 to 6', 'Documents are signed and distributed in this system.'),
  'SOP-QA-005 1.1': line('Section 3', 'Areas of high risk are audited twice a year.'),
  'SOP-QA-011 2.0': line('Section 3', 'Three classes with their deadlines replace two.', 'Management review 2025'),
  'SOP-QA-011 2.1': line('Annex A', 'Two examples of each class.'),
  'SOP-QA-020 1.1': line('Section 2', 'The archive is in building C.'),
};

/** What the version changes and why: as the document says it, else by its number; null where it was in force before. */
export function changeOf(document: DemonstrationDocument, version: DemonstrationVersion): VersionChange | null {
  if (version.externallyEffective) return null;
  if (version.change) return { reason: version.reason ?? null, trainingReason: null, ...version.change };
  const training = version.waiveTraining
    ? ({ trainingImpact: 'none', trainingReason: 'Nobody works in another way.' } as const)
    : ({ trainingImpact: 'read', trainingReason: null } as const);
  if (version === document.versions[0]) {
    const reason = firstReasons[document.type] ?? null;
    return { kind: 'new', reason, summary: [{ place: '', what: 'First version.' }], origin: [], ...training };
  }
  const { asked, ...what } = lines[`${numberOf(document)} ${version.version}`]!;
  return {
    kind: version.version.endsWith('.0') ? 'major' : 'minor',
    reason: version.reason ?? null,
    summary: [what],
    origin: asked ? [{ kind: 'external', reference: asked }] : [],
    ...training,
  };
}
