import type { DocumentFact } from './facts.ts';
import { sentences, type EventOracles } from './oracle.ts';

const day = 86_400_000;
const minute = 60_000;

/** A revision under way may have another interval than the version in force. */
const longestInterval = ({ intervals }: DocumentFact): number => Math.max(...intervals);

export const trainingOracles: EventOracles = {
  T2(facts, event) {
    const { type, data, actor } = event;
    if (type !== 'TrainingCompleted') return [];
    const record = facts.records.get(data.record);
    return sentences({
      'another person signed it':
        record?.user !== data.signature.signer || !('uid' in actor) || actor.uid !== record.user,
      'it is of another version':
        record?.version !== data.signature.version || record.document !== data.signature.document,
    });
  },

  T3(facts, { type, data }) {
    if (type !== 'DocumentPublished' || !data.trainingWaived || !facts.controls.reasonForChange) return [];
    const asked = facts.versionOf(data.document, data.version)?.trainingImpact ?? 'none';
    const hadTraining = [...(facts.documents.get(data.document)?.versions.values() ?? [])].some(
      (one) => one.version !== data.version && one.published !== null && !one.published.waived,
    );
    return sentences({
      'training that the author asked for is forgone without a reason':
        asked !== 'none' && hadTraining && (data.reason ?? '').trim() === '',
    });
  },

  T6(facts, event) {
    const { type, data } = event;
    if (type !== 'TrainingAssigned' || data.because !== 'retraining') return [];
    return sentences({
      'a record is assigned twice': data.assignments.some(({ record }) => facts.records.has(record)),
      'somebody is trained again who was not trained before': data.assignments.some(
        ({ user, document }) => facts.completedAt(user, document) === null,
      ),
      'it is due after the training before runs out': data.assignments.some(({ user, document, version, dueAt }) => {
        const about = facts.documents.get(document)!;
        const end = Date.parse(facts.completedAt(user, document) ?? '') + longestInterval(about) * day;
        return Date.parse(dueAt) > Math.max(end, Date.parse(about.versions.get(version)?.effectiveAt ?? '')) + minute;
      }),
    });
  },
};
