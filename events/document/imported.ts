import type { EventData } from '#events/catalogue.ts';
import { noFiles, unreviewed, type Document, type DocumentVersion } from '#events/document/state.ts';

/** A document of another system: nothing of it was reviewed here. Its versions follow. */
export function imported(data: EventData<'DocumentImported'>): Document {
  const { document: uid, version, effectiveVersion, name, type, functionalArea, docNum, owner } = data;
  const { trainingInterval, reviewInterval } = data;
  return {
    kind: 'document',
    uid,
    name,
    type,
    functionalArea,
    docNum,
    owner,
    trainingInterval,
    reviewInterval,
    saidExternallyEffective: false,
    saidReason: '',
    intendedApprovers: [],
    saidChange: null,
    status: effectiveVersion === null ? 'RETIRED' : 'EFFECTIVE',
    current: unreviewed(version, owner.uid),
    earlier: [],
    effectiveVersion,
    nextSeparationWaived: false,
    nextSeparationWaivedBy: null,
    nextFiles: noFiles,
    comparisons: [],
  };
}

/** Older versions come first; the newest is the current one. */
export function versionImported(document: Document, data: EventData<'VersionImported'>): Document {
  const { departments, effectiveAt, claimed, zone } = data;
  const version: DocumentVersion = {
    ...unreviewed(data.version, document.owner.uid),
    files: data.files,
    approved: true,
    externallyEffective: true,
    publication: {
      departments,
      effectiveAt,
      effectiveOn: { date: claimed.effectiveOn, zone },
      trainingWaived: false,
      carriesOver: false,
    },
  };
  return data.version === document.current.version
    ? { ...document, current: version }
    : { ...document, earlier: [version, ...document.earlier] };
}
