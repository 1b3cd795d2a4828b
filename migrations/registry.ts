import type { Migration } from 'kysely';
import * as rolesAndSchemas from './0001-roles-and-schemas.ts';
import * as ledger from './0002-ledger.ts';
import * as readModels from './0003-read-models.ts';
import * as identity from './0004-identity.ts';
import * as app from './0005-app.ts';
import * as setup from './0006-setup.ts';
import * as preferences from './0007-preferences.ts';
import * as keptForms from './0008-kept-forms.ts';
import * as clock from './0009-clock.ts';
import * as documentLists from './0010-document-lists.ts';
import * as seal from './0011-seal.ts';
import * as callAnswers from './0012-call-answers.ts';
import * as reports from './0013-reports.ts';
import * as refusedLetters from './0014-refused-letters.ts';
import * as preparedChanges from './0015-prepared-changes.ts';
import * as readsAtScale from './0016-reads-at-scale.ts';
import * as foldedInline from './0017-folded-inline.ts';
import * as appendAnswersJson from './0018-append-answers-json.ts';
import * as oneLookAtTheOrganisation from './0019-one-look-at-the-organisation.ts';
import * as viewer from './0020-viewer.ts';
import * as patchesByKey from './0021-patches-by-key.ts';
import * as crowdsOfNewRows from './0022-crowds-of-new-rows.ts';
import * as personAtAPosition from './0023-the-person-at-a-position.ts';
import * as lettersWithoutParts from './0024-letters-without-parts.ts';
import * as usualWaysIn from './0025-usual-ways-in.ts';
import * as namesByTheirLetters from './0026-names-by-their-letters.ts';
import * as checkpointsAreCounted from './0027-checkpoints-are-counted.ts';
import * as marksAsOnAKeyboard from './0028-marks-as-on-a-keyboard.ts';
import * as intervalsInForce from './0029-intervals-in-force.ts';
import * as checkpointsNeverBeforeTheirEvents from './0030-checkpoints-never-before-their-events.ts';
import * as workersTellTheirSecret from './0031-workers-tell-their-secret.ts';

/** Every migration by its file's name, in order. Each exports `up(db)`; nothing goes back. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-roles-and-schemas': rolesAndSchemas,
  '0002-ledger': ledger,
  '0003-read-models': readModels,
  '0004-identity': identity,
  '0005-app': app,
  '0006-setup': setup,
  '0007-preferences': preferences,
  '0008-kept-forms': keptForms,
  '0009-clock': clock,
  '0010-document-lists': documentLists,
  '0011-seal': seal,
  '0012-call-answers': callAnswers,
  '0013-reports': reports,
  '0014-refused-letters': refusedLetters,
  '0015-prepared-changes': preparedChanges,
  '0016-reads-at-scale': readsAtScale,
  '0017-folded-inline': foldedInline,
  '0018-append-answers-json': appendAnswersJson,
  '0019-one-look-at-the-organisation': oneLookAtTheOrganisation,
  '0020-viewer': viewer,
  '0021-patches-by-key': patchesByKey,
  '0022-crowds-of-new-rows': crowdsOfNewRows,
  '0023-the-person-at-a-position': personAtAPosition,
  '0024-letters-without-parts': lettersWithoutParts,
  '0025-usual-ways-in': usualWaysIn,
  '0026-names-by-their-letters': namesByTheirLetters,
  '0027-checkpoints-are-counted': checkpointsAreCounted,
  '0028-marks-as-on-a-keyboard': marksAsOnAKeyboard,
  '0029-intervals-in-force': intervalsInForce,
  '0030-checkpoints-never-before-their-events': checkpointsNeverBeforeTheirEvents,
  '0031-workers-tell-their-secret': workersTellTheirSecret,
};
