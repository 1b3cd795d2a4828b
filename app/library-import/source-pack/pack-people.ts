import type { Named } from '#events/common.ts';
import { normaliseEmail } from '#events/user/email.ts';
import type { FormerPerson, KnownPerson } from '#app/library-import/queries/facts.ts';
import type { Column, PackRow, PackTable } from '#app/library-import/source-pack/columns.ts';
import { keyOf, PackCells } from '#app/library-import/source-pack/pack-cells.ts';
import type { Plan } from '#app/library-import/source-pack/plan.ts';
import { uidOf } from '#app/library-import/source-pack/uids.ts';

/** Finds the people whom a pack names. In doubt nobody is matched. */
export class PackPeople extends PackCells {
  protected readonly people = new Map<string, Named & { known: KnownPerson | null }>();
  protected readonly left: Plan['people'] = [];

  /** Addresses that stand in more than one row, which then match nobody. */
  #sharedAddresses(): Set<string> {
    const rows = new Map<string, PackRow<'people'>[]>();
    for (const row of this.given.rows.people) {
      const email = row.cells.email && normaliseEmail(row.cells.email);
      if (email) rows.set(email, [...(rows.get(email) ?? []), row]);
    }
    const shared = [...rows].filter(([, own]) => own.length > 1);
    for (const [email, own] of shared) {
      const numbers = own.map(({ number }) => number);
      this.say(
        own[1]!,
        'email',
        'shared_address',
        `The rows ${numbers.join(' and ')} have the same address, ${email}.`,
      );
    }
    return new Set(shared.map(([email]) => email));
  }

  /** The person whom an earlier import recorded as left, where the row says that it is them. */
  #formerPerson(row: PackRow<'people'>, name: string): FormerPerson | null {
    const { former = [] } = this.given;
    const { 'staff number': staff, email } = row.cells;
    const isSame = (one: FormerPerson): boolean => keyOf(one.name) === keyOf(name);
    const byNumber = former.filter((one) => staff && one.staffNumber && keyOf(one.staffNumber) === keyOf(staff));
    const byEmail = former.filter((one) => email && one.email && normaliseEmail(one.email) === normaliseEmail(email));
    const found = [...byNumber, ...byEmail];
    const same = found.find(isSame);
    if (same) return same;
    const [other] = found;
    const namesake = former.find((one) => isSame(one) && (!staff || !one.staffNumber));
    const about = other ?? namesake;
    const number = about?.staffNumber ? `, staff number ${about.staffNumber}` : '';
    if (about)
      this.say(
        row,
        other ? (byNumber.length > 0 ? 'staff number' : 'email') : 'last name',
        'person_in_doubt',
        `${about.name}${number}, was imported from ${about.source} before. Is ${name} somebody else?`,
      );
    return null;
  }

  protected readPeople(): void {
    const { facts, rows, importUid, former = [], source = '' } = this.given;
    for (const [email, known] of facts.people) if (email) this.people.set(email, { ...known, known });
    for (const one of former)
      if (one.staffNumber && one.source.toLowerCase() === source.toLowerCase())
        this.people.set(keyOf(one.staffNumber), { ...one, known: null });
    const shared = this.#sharedAddresses();
    const numbers = new Set<string>();
    for (const row of rows.people) {
      const { 'staff number': staff, 'first name': firstName, 'last name': lastName, email } = row.cells;
      const name = `${firstName} ${lastName}`.trim();
      const address = email && !shared.has(normaliseEmail(email)) ? normaliseEmail(email) : '';
      if (!staff && !email) this.say(row, 'staff number', 'required', 'Enter a staff number or an email.');
      if (staff && numbers.has(keyOf(staff))) this.say(row, 'staff number', 'twice', `${staff} stands twice.`);
      numbers.add(keyOf(staff));
      const known = address ? facts.people.get(address) : undefined;
      if (known && (!name || keyOf(known.name) === keyOf(name))) {
        if (staff) this.people.set(keyOf(staff), { ...known, known });
        continue;
      }
      if (known) {
        const says = `${email} is the address of ${known.name} here, and the row says ${name}.`;
        this.say(row, 'email', 'address_of_another', `${says} Write the name as it is here, or remove the address.`);
      }
      if (!firstName || !lastName) this.say(row, 'last name', 'required', 'Enter first name and last name.');
      const before = this.#formerPerson(row, name);
      const user = before?.uid ?? uidOf(importUid, 'person', staff || email);
      const found = { uid: user, name, known: null };
      if (staff) this.people.set(keyOf(staff), found);
      if (address && !known) this.people.set(address, found);
      const data = { user, firstName, lastName, staffNumber: staff || null, import: importUid };
      if (!before) this.left.push({ row: row.number, data, email: address || null });
    }
    for (const row of rows.departments) {
      if (!row.cells.name) this.say(row, 'name', 'required', 'Enter a name.');
      this.departments(row, 'name', row.cells.name);
    }
  }

  protected person<T extends PackTable>(row: PackRow<T>, column: Column<T>, text: string) {
    const found = this.people.get(normaliseEmail(text)) ?? this.people.get(keyOf(text));
    if (!text) this.say(row, column, 'required', 'Enter an email or a staff number.');
    else if (!found)
      this.say(row, column, 'unknown_person', `There is no person ${text}, here or in the table people.`);
    return found;
  }
}
