import { decode, type E } from '#events/catalogue.ts';
import { fold } from '#events/decider.ts';
import type { RecordedEvent } from '#events/ledger/types.ts';
import { organisationEvolution, type OrganisationEvent } from '#events/organisation/organisation.ts';
import { streams } from '#events/streams.ts';

/** The organisation's name and settings after the events that it was given, for people to read in an archive. */
export class SettingsFile {
  readonly #events: OrganisationEvent[] = [];

  add(event: RecordedEvent): void {
    if (event.stream === streams.organisation) this.#events.push(decode(event) as E as OrganisationEvent);
  }

  get name(): string {
    return this.#state().name;
  }

  text(): string {
    const { uid, name, domain, settings } = this.#state();
    return `${JSON.stringify({ uid, name, domain, settings }, null, 2)}\n`;
  }

  #state() {
    const state = fold(organisationEvolution, this.#events);
    if (!state) throw new Error('The ledger does not say which organisation it is of.');
    return state;
  }
}
