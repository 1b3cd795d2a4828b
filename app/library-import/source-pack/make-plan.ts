import { documentType, type StoredFile } from '#events/document/events.ts';
import { newer, versionProblem } from '#events/document/version.ts';
import { breachesOf, trainingBreach } from '#events/import/chronology.ts';
import { limits } from '#events/limits.ts';
import { mayOwn } from '#events/permissions.ts';
import { hasControlCharacters, lengthOf, nameKey } from '#events/text.ts';
import { invalidLine } from '#events/texts.ts';
import { importedTrainingKinds } from '#events/training/events.ts';
import type { Column, PackRow, ProblemKind } from '#app/library-import/source-pack/columns.ts';
import { keyOf, type PackGiven } from '#app/library-import/source-pack/pack-cells.ts';
import { PackNumbers } from '#app/library-import/source-pack/pack-numbers.ts';
import type { Plan, PlannedDocument } from '#app/library-import/source-pack/plan.ts';
import { uidOf } from '#app/library-import/source-pack/uids.ts';
import { importedBefore } from '#app/library-import/words/status.ts';
import { startOfDay } from '#app/kit/query/period.ts';

/** Decides what a pack would record, and names everything that stands in its way. */
export function makePlan(given: PackGiven): Omit<Plan, 'sample' | 'source'> {
  const planner = new Planner(given);
  return planner.plan();
}

class Planner extends PackNumbers {
  readonly #documents = new Map<string, PlannedDocument>();
  /** By uid of a document: the day on which it was retired. */
  readonly #retired = new Map<string, string>();

  plan(): Omit<Plan, 'sample' | 'source'> {
    const { importedAt } = this.given;
    if (importedAt) this.#sayOfPack('imported_before', importedBefore(importedAt));
    if (!this.isWithoutColumns) this.#readRows();
    this.sayColumns();
    const documents = [...this.#documents.values()];
    const count = (of: (one: PlannedDocument) => number): number => documents.reduce((sum, one) => sum + of(one), 0);
    return {
      counts: {
        people: this.left.length,
        documents: documents.length,
        versions: count(({ versions }) => versions.length),
        relations: count(({ relations }) => relations!.length),
        training: count(({ training }) => training.length),
        files: this.given.files.size,
      },
      problems: this.problems,
      people: this.left,
      documents,
      dates: this.dates,
    };
  }

  #readRows(): void {
    this.readPeople();
    this.#readDocuments();
    this.#readVersions();
    this.#readRelations();
    this.#readTraining();
    this.sayDates();
    for (const [key, file] of this.given.files) {
      const { name, isOptional } = file;
      if (this.used.has(key) || isOptional) continue;
      // No row names an archive.
      if ('refusal' in file && name.toLowerCase().endsWith('.zip'))
        this.#sayOfPack('file_refused', `${name}: ${file.refusal}`);
      else this.#sayOfPack('file_unnamed', `No row names ${name}.`);
    }
  }

  #sayOfPack(kind: ProblemKind, says: string): void {
    this.problems.push({ kind, table: null, row: null, column: null, says });
  }

  #readDocuments(): void {
    const { rows, facts, importUid } = this.given;
    const titles = new Set(facts.titles);
    const taken = new Map(facts.numbers);
    const unnumbered: (() => void)[] = [];
    for (const row of rows.documents) {
      const { key, area } = row.cells;
      if (!key) this.say(row, 'key', 'required', 'Enter a key.');
      if (this.#documents.has(keyOf(key))) {
        this.say(row, 'key', 'twice', `The key ${key} stands twice.`);
        continue;
      }
      const title = this.title(row, 'title', row.cells.title);
      if (titles.has(nameKey(title))) this.say(row, 'title', 'title_taken', `The title “${title}” is taken.`);
      titles.add(nameKey(title));
      const type = documentType.safeParse(row.cells.type === 'WI' ? 'Work_Instruction' : row.cells.type);
      if (!row.cells.type) this.say(row, 'type', 'required', 'Enter a type.');
      else if (!type.success || type.data === 'T') this.say(row, 'type', 'value', `${row.cells.type} is not a type.`);
      const functionalArea = facts.areas.get(nameKey(area)) ?? '';
      if (!area) this.say(row, 'area', 'required', 'Enter a functional area.');
      else if (!functionalArea)
        this.say(row, 'area', 'unknown_area', `There is no functional area ${area}. Create it, then preview again.`, {
          missing: area,
        });
      const owner = this.person(row, 'owner', row.cells.owner);
      if (owner && !(owner.known && mayOwn(owner.known)))
        this.say(row, 'owner', 'value', `${owner.name} cannot own a document: choose an active author or admin.`);
      const retiredOn = this.day(row, 'retired on', row.cells['retired on']);
      const departments = this.departments(row, 'departments', row.cells.departments);
      if (departments.length === 0 && !row.cells.departments && !retiredOn)
        this.say(row, 'departments', 'required', 'Enter a department.');
      const kind = type.data ?? 'SOP';
      const none: StoredFile = { objectKey: '', name: '', mediaType: '', size: 1, sha256: '', pages: null };
      const number = this.number(row, kind, functionalArea, taken);
      const document: PlannedDocument = {
        row: row.number,
        data: {
          document: uidOf(importUid, 'document', key),
          name: title,
          type: kind,
          functionalArea,
          ...(number ?? { docNum: '', formerNumber: null }),
          owner: { uid: owner?.uid ?? '', name: owner?.name ?? '' },
          trainingInterval: this.days(
            row,
            'training interval',
            row.cells['training interval'],
            limits.trainingInterval,
          ),
          reviewInterval: this.days(row, 'review interval', row.cells['review interval'], limits.reviewInterval),
          departments,
          version: '',
          files: { working: none, final: none },
          effectiveVersion: null,
          effectiveAt: null,
          retiredAt: retiredOn && startOfDay(retiredOn, 0, facts.zone),
          import: importUid,
        },
        versions: [],
        relations: [],
        training: [],
      };
      this.#documents.set(keyOf(key), document);
      if (retiredOn) this.#retired.set(document.data.document, retiredOn);
      if (!number)
        unnumbered.push(() => Object.assign(document.data, this.nextNumber(row, kind, functionalArea, taken)));
    }
    for (const number of unnumbered) number();
  }

  #document<T extends 'versions' | 'relations' | 'training'>(
    row: PackRow<T>,
    text: string,
    column = 'document' as Column<T>,
  ): PlannedDocument | undefined {
    const found = this.#documents.get(keyOf(text));
    if (!text) this.say(row, column, 'required', 'Enter the key of a document.');
    else if (!found) this.say(row, column, 'unknown_document', `The table documents has no key ${text}.`);
    return found;
  }

  #readVersions(): void {
    const { rows, facts } = this.given;
    const firstWith = new Map<string, string>();
    for (const row of rows.versions) {
      const { cells } = row;
      const document = this.#document(row, cells.document);
      const problem = versionProblem(cells.version);
      if (problem) this.say(row, 'version', cells.version ? 'value' : 'required', problem);
      const titleThen = cells.title && this.title(row, 'title', cells.title);
      const approvedOn = this.day(row, 'approved on', cells['approved on']);
      const effectiveOn = this.day(row, 'effective on', cells['effective on'], true);
      const supersededOn = this.day(row, 'superseded on', cells['superseded on']);
      if (!cells.pdf) this.say(row, 'pdf', 'required', 'Enter the name of the PDF.');
      const final = this.file(row, 'pdf', cells.pdf);
      if (final && final.mediaType !== 'application/pdf') this.say(row, 'pdf', 'file_refused', 'This is not a PDF.');
      const working = this.file(row, 'working file', cells['working file']);
      const evidence = this.file(row, 'evidence file', cells['evidence file']);
      const of = `${cells.document} ${cells.version}`;
      const same = final && firstWith.get(final.sha256);
      if (same && same !== of) this.say(row, 'pdf', 'same_file', `It has the same bytes as that of ${same}.`);
      if (final && !same) firstWith.set(final.sha256, of);
      if (!document || !effectiveOn || !final) continue;
      const before = document.versions.at(-1)?.data;
      if (before && !newer(cells.version, before.version))
        this.say(row, 'version', 'version_not_growing', `${cells.version} does not follow ${before.version}.`);
      if (before && before.supersededAt === null)
        this.say(row, 'version', 'two_in_force', `Version ${before.version} has no date on which it was superseded.`);
      document.versions.push({
        row: row.number,
        data: {
          document: document.data.document,
          version: cells.version,
          name: titleThen || document.data.name,
          files: { working: working ?? final, final },
          claimed: { approvedOn, approvedBy: namesIn(cells['approved by']), effectiveOn, supersededOn },
          effectiveAt: startOfDay(effectiveOn, 0, facts.zone),
          supersededAt: supersededOn && startOfDay(supersededOn, 0, facts.zone),
          retiredAt: supersededOn ? null : document.data.retiredAt,
          evidence,
          reason: cells.reason || null,
          departments: document.data.departments,
          zone: facts.zone,
          import: document.data.import,
        },
      });
    }
    for (const document of this.#documents.values()) {
      this.#finish(document);
      this.#sayOrder(document);
    }
  }

  /** The newest version says what is in force. */
  #finish({ row, data, versions }: PlannedDocument): void {
    const newest = versions.at(-1)?.data;
    const say = (kind: ProblemKind, says: string) =>
      this.problems.push({ kind, table: 'documents', row, column: 'key', says });
    if (!newest) return void say('required', 'The document has no version that can be used.');
    if (newest.supersededAt !== null && data.retiredAt === null)
      say('value', 'Its newest version is superseded. Enter the version that followed, or when it was retired.');
    data.version = newest.version;
    data.files = newest.files;
    if (data.retiredAt !== null) return;
    data.effectiveVersion = newest.version;
    data.effectiveAt = newest.effectiveAt;
  }

  /** Names what cannot have happened in the order of the claimed dates. */
  #sayOrder({ row, data, versions }: PlannedDocument): void {
    if (this.isOrderOpen) return;
    const columns = { approvedOn: 'approved on', effectiveOn: 'effective on', supersededOn: 'superseded on' } as const;
    const claims = versions.map(claimOf);
    for (const { at, date, says } of breachesOf(claims, this.#retired.get(data.document) ?? null))
      if (date === 'retiredOn') this.say(this.#rowOf('documents', row), 'retired on', 'out_of_order', says);
      else this.say(this.#rowOf('versions', versions[at]!.row), columns[date], 'out_of_order', says);
  }

  #rowOf<T extends 'documents' | 'versions'>(table: T, number: number): PackRow<T> {
    return this.given.rows[table].find((row) => row.number === number)! as PackRow<T>;
  }

  #readRelations(): void {
    const seen = new Set<string>();
    for (const row of this.given.rows.relations) {
      const { document: own, 'related document': other, relation } = row.cells;
      const document = this.#document(row, own);
      const related = this.#document(row, other, 'related document');
      const isLine = lengthOf(relation) <= limits.relation && !hasControlCharacters(relation);
      if (!relation) this.say(row, 'relation', 'required', 'Enter the relation, for example: refers to.');
      else if (!isLine) this.say(row, 'relation', 'value', invalidLine(limits.relation));
      if (document && document === related)
        this.say(row, 'related document', 'value', 'A document cannot be related to itself.');
      const key = `${document?.data.document} ${related?.data.document} ${keyOf(relation)}`;
      if (seen.has(key)) this.say(row, 'document', 'twice', 'Another row says the same relation.');
      if (!document || !related || document === related || !relation || !isLine || seen.has(key)) continue;
      seen.add(key);
      const { document: uid, name } = related.data;
      document.relations!.push({ row: row.number, data: { related: { uid, name }, relation } });
    }
  }

  #readTraining(): void {
    const { rows, facts, importUid } = this.given;
    const seen = new Set<string>();
    for (const row of rows.training) {
      const { cells } = row;
      const person = this.person(row, 'person', cells.person);
      const document = this.#document(row, cells.document);
      const version = document?.versions.find(({ data }) => data.version === cells.version);
      if (!cells.version) this.say(row, 'version', 'required', 'Enter a version.');
      else if (document && !version)
        this.say(row, 'version', 'unknown_document', `${cells.document} has no version ${cells.version}.`);
      const completedOn = this.day(row, 'completed on', cells['completed on'], true);
      const breach =
        version && completedOn && !this.isOrderOpen
          ? trainingBreach(completedOn, claimOf(version), this.#retired.get(version.data.document) ?? null)
          : null;
      if (breach) this.say(row, 'completed on', 'out_of_order', breach);
      const kind = importedTrainingKinds.find((one) => one === (cells.kind.toLowerCase() || 'read'));
      if (!kind) this.say(row, 'kind', 'value', `Enter ${importedTrainingKinds.join(', ')}.`);
      const evidence = this.file(row, 'evidence file', cells['evidence file']);
      const key = `${person?.uid} ${document?.data.document} ${cells.version} ${completedOn}`;
      if (seen.has(key)) this.say(row, 'person', 'twice', 'Another row says the same training.');
      if (!person || !document || !version || !completedOn || !kind || seen.has(key)) continue;
      seen.add(key);
      document.training.push({
        row: row.number,
        data: {
          record: uidOf(importUid, 'training', String(row.number)),
          user: { uid: person.uid, name: person.name },
          document: document.data.document,
          version: cells.version,
          completedOn,
          completedAt: startOfDay(completedOn, 0, facts.zone),
          kind,
          trainer: cells.trainer || null,
          score: cells.score || null,
          evidence,
          import: importUid,
        },
      });
    }
  }
}

const claimOf = ({ data }: PlannedDocument['versions'][number]) => ({ version: data.version, ...data.claimed });

const namesIn = (text: string): string[] => text.split(/[;|\n]/).flatMap((name) => name.trim() || []);
