import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { recordDecider } from '#events/training/complete.ts';
import { signablePdfs, versionOf } from '#events/document/state.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { load, loadDocument, principalOf } from '#app/commands/load.ts';
import { checkSigner, misaddressed, signingFacts } from '#app/commands/signing.ts';
import { signatureInput } from '#app/forms/signature.ts';
import { readRecord } from '#app/queries/training/coverage.ts';

/** Signs that one has read and understood a version: completes one training record, for ever. */
export const signTraining = personalCommand({
  name: 'training.sign',
  input: signatureInput.extend({ record: z.uuid() }),
  permission: 'training.sign',
  async run(values, context) {
    const { ports, org, viewer } = context;
    const first = await ports.database.read(org, (db) => readRecord(db, values.record));
    if (!first) return refuse('not_found', { detail: 'There is no such training record.' });
    if (first.user !== viewer.uid) return refuse('record_not_yours');
    if (first.status === 'COMPLETED') return refuse('record_already_completed');
    const mistaken = misaddressed(values, context, first.document);
    if (mistaken) return mistaken;
    const checked = await checkSigner(context, values, first.document);
    if (!checked.ok) return checked;
    // What cancels training is written to these two streams: a record cancelled meanwhile is not signed.
    const cancelling = [streams.training(first.document), streams.learner(viewer.uid)];
    return commit(context, async () => {
      const { facts, statement } = await signingFacts(context, values, first, checked.value.checkedAt);
      const versions = await ports.ledger.streamVersions(org, cancelling);
      const own = await load(context, streams.record(values.record), recordDecider);
      const record = await ports.database.read(org, (db) => readRecord(db, values.record));
      const { state: document } = await loadDocument(context, first.document);
      const version = document.kind === 'document' && record ? versionOf(document, record.version) : null;
      const decision = recordDecider.decide(
        {
          type: 'CompleteTraining',
          principal: principalOf(context),
          now: context.now,
          record,
          pdfs: version ? signablePdfs(version) : [],
          signing: facts,
        },
        own.state,
      );
      if (!decision.ok) return decision;
      return ok({
        writes: [{ stream: own.stream, version: own.version, events: decision.events }, ...statement],
        expect: cancelling.map((stream) => ({ stream, version: versions.get(stream) ?? 0 })),
        answer: { record: values.record, document: first.document },
      });
    });
  },
});
