import type { DocumentType } from '#events/document/events.ts';
import { isDocumentNumber, nextNumber } from '#events/document/number.ts';
import type { PackRow } from '#app/library-import/source-pack/columns.ts';
import { PackPeople } from '#app/library-import/source-pack/pack-people.ts';

/** Gives the documents of a pack their numbers. */
export class PackNumbers extends PackPeople {
  /** The number of the source where it fits; null where it does not. */
  protected number(row: PackRow<'documents'>, type: DocumentType, area: string, taken: Map<string, string>) {
    const given = row.cells.number;
    const padded = /^\d{1,3}$/.test(given) ? given.padStart(3, '0') : given;
    if (!isDocumentNumber(padded, type)) return null;
    if (taken.has(`${type} ${padded}`)) this.say(row, 'number', 'number_taken', `${type} ${padded} is taken.`);
    taken.set(`${type} ${padded}`, area);
    return { docNum: padded, formerNumber: padded === given ? null : given };
  }

  /** The next free number, once all that fit are taken. */
  protected nextNumber(row: PackRow<'documents'>, type: DocumentType, area: string, taken: Map<string, string>) {
    const own = (of: string) => [...taken].filter(([one, at]) => one.startsWith(`${type} `) && at === of);
    const numbersOf = (list: [string, string][]) => list.map(([one]) => one.slice(type.length + 1));
    const all = new Set(numbersOf([...taken].filter(([one]) => one.startsWith(`${type} `))));
    const next = nextNumber(type, numbersOf(own(area)), all);
    if (next === null) this.say(row, 'number', 'number_taken', 'No number is free.');
    taken.set(`${type} ${next}`, area);
    return { docNum: next ?? '', formerNumber: row.cells.number || null };
  }
}
