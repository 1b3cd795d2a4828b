import { z } from 'zod';
import { changeKinds, trainingImpacts } from '#events/document/change-kinds.ts';
import { changePlace, changeReference, changeWhat, reasonText, versionNumber } from '#app/kit/call/fields.ts';

const origin = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('request'), request: z.uuid().describe('A change request.') }),
    z.object({ kind: z.literal('review'), version: versionNumber.describe('The version that was reviewed.') }),
    z.object({ kind: z.literal('external'), reference: changeReference }),
  ])
  .meta({ id: 'ChangeOrigin', description: 'What asked for the version.' });

/** What a version changes and why, as it is answered and as it is sent. */
export const versionChange = z
  .object({
    kind: z.enum(changeKinds).nullable().describe('`new` for a first version; null only in a draft.'),
    reason: reasonText.nullable(),
    summary: z.array(
      z.object({
        place: changePlace.describe('Empty for the whole document.'),
        what: changeWhat,
      }),
    ),
    origin: z.array(origin),
    trainingImpact: z.enum(trainingImpacts).describe('The training that the author asks for.'),
    trainingReason: reasonText.nullable().describe('Required where it is `none`.'),
  })
  .meta({ id: 'VersionChange', description: 'What a version changes and why.' });
