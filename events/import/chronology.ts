/** What a source claims of a version. Days as ISO 8601. */
export interface ClaimedVersion {
  readonly version: string;
  readonly approvedOn: string | null;
  readonly effectiveOn: string;
  readonly supersededOn: string | null;
}

/** An order of claimed dates that cannot have happened. */
export interface Breach {
  /** The position of the version. */
  readonly at: number;
  readonly date: 'approvedOn' | 'effectiveOn' | 'supersededOn' | 'retiredOn';
  readonly says: string;
}

const isAfter = (day: string | null, other: string | null): boolean => day !== null && other !== null && day > other;

/** The breaches within one version. */
function breachesWithin({ version, approvedOn, effectiveOn, supersededOn }: ClaimedVersion, at: number): Breach[] {
  const breaches: Breach[] = [];
  if (isAfter(approvedOn, effectiveOn))
    breaches.push({
      at,
      date: 'approvedOn',
      says: `${version} was approved on ${approvedOn}, after it took effect on ${effectiveOn}.`,
    });
  if (isAfter(effectiveOn, supersededOn))
    breaches.push({
      at,
      date: 'supersededOn',
      says: `${version} was superseded on ${supersededOn}, before it took effect on ${effectiveOn}.`,
    });
  else if (isAfter(approvedOn, supersededOn))
    breaches.push({
      at,
      date: 'supersededOn',
      says: `${version} was superseded on ${supersededOn}, before it was approved on ${approvedOn}.`,
    });
  return breaches;
}

/** The breaches between a version and the one before it. */
function breachesBetween(before: ClaimedVersion, after: ClaimedVersion, at: number): Breach[] {
  const breaches: Breach[] = [];
  const say = (date: Breach['date'], says: string) => breaches.push({ at, date, says });
  if (isAfter(before.approvedOn, after.approvedOn))
    say(
      'approvedOn',
      `${after.version} was approved on ${after.approvedOn}, before ${before.version} on ${before.approvedOn}.`,
    );
  if (isAfter(before.effectiveOn, after.effectiveOn))
    say(
      'effectiveOn',
      `${after.version} took effect on ${after.effectiveOn}, before ${before.version} on ${before.effectiveOn}.`,
    );
  if (isAfter(before.supersededOn, after.effectiveOn))
    say(
      'effectiveOn',
      `${after.version} took effect on ${after.effectiveOn}, and ${before.version} was in force until ` +
        `${before.supersededOn}: two versions at once.`,
    );
  return breaches;
}

/** The breaches of a document: `versions` oldest first. */
export function breachesOf(versions: readonly ClaimedVersion[], retiredOn: string | null): Breach[] {
  return versions.flatMap((version, at) => {
    const before = versions[at - 1];
    const says = (what: string, day: string | null) =>
      `The document was retired on ${retiredOn}, before ${version.version} ${what} on ${day}.`;
    const retired: Breach[] = [];
    if (isAfter(version.effectiveOn, retiredOn))
      retired.push({ at, date: 'retiredOn', says: says('took effect', version.effectiveOn) });
    else if (isAfter(version.approvedOn, retiredOn))
      retired.push({ at, date: 'retiredOn', says: says('was approved', version.approvedOn) });
    else if (isAfter(version.supersededOn, retiredOn))
      retired.push({ at, date: 'retiredOn', says: says('was superseded', version.supersededOn) });
    return [...breachesWithin(version, at), ...(before ? breachesBetween(before, version, at) : []), ...retired];
  });
}

/**
 * Why training cannot have been completed on this day; null where it can. People train on an approved version before it
 * takes effect; where nobody says when it was approved, the day it took effect counts.
 */
export function trainingBreach(
  completedOn: string,
  { version, approvedOn, effectiveOn, supersededOn }: ClaimedVersion,
  retiredOn: string | null,
): string | null {
  const trained = `Trained on ${version} on ${completedOn}`;
  const first = approvedOn !== null && approvedOn < effectiveOn ? approvedOn : effectiveOn;
  if (completedOn < first)
    return `${trained}, before it ${first === effectiveOn ? 'took effect' : 'was approved'} on ${first}.`;
  if (isAfter(completedOn, supersededOn)) return `${trained}, after it was superseded on ${supersededOn}.`;
  return isAfter(completedOn, retiredOn) ? `${trained}, after the document was retired on ${retiredOn}.` : null;
}
