import { encode } from '#events/catalogue.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { ScenarioDocuments, ScenarioOrganisation } from '#tests/support/scenario.ts';
import { openSiteFrom, type EmptySite } from './site.ts';

/** Every state of a document that the pages distinguish. */
export const documentStates = [
  'draft',
  'inReview',
  'approved',
  'approvedExternally',
  'rejected',
  'pending',
  'effective',
  'effectiveExternally',
  'underRevision',
  'retired',
] as const;
export type DocumentState = (typeof documentStates)[number];

/** The roles of viewers; one of the two authors owns the documents. */
export const roles = ['EMPLOYEE', 'AUTHOR', 'AUTHOR owner', 'ADMIN', 'SUPER_ADMIN'] as const;
export type RoleName = (typeof roles)[number];

export interface DocumentSite extends EmptySite {
  world: ScenarioOrganisation['world'];
  people: Record<RoleName, Person>;
  documents: Record<DocumentState, string> & ScenarioDocuments;
}

/** A server on an organisation with a document for each state and a person for each role. */
export const openDocumentSite = (): Promise<DocumentSite> =>
  openSiteFrom(({ ours }, services) => build(services, ours));

async function build(ports: Ports, organisation: ScenarioOrganisation) {
  const { world, admin, author, approver, employee } = organisation;
  const external = async (docNum: string, name: string) =>
    world.create(admin, { name, type: 'SOP', functionalArea: 'QA', docNum, externallyEffective: true });
  const approvedExternally = await external('010', 'Pest Control');
  const effectiveExternally = await external('011', 'Waste Disposal');
  await world.publishNow(effectiveExternally, ['Quality'], { waiveTraining: true });
  return {
    world,
    people: {
      EMPLOYEE: employee,
      AUTHOR: approver,
      'AUTHOR owner': author,
      ADMIN: admin,
      SUPER_ADMIN: await superAdmin(ports, organisation),
    },
    documents: { ...organisation.documents, approvedExternally, effectiveExternally },
  };
}

/** Only a super admin can appoint another one, so this writes the first one's event to the ledger. */
async function superAdmin(ports: Ports, { world }: ScenarioOrganisation): Promise<Person> {
  const domain = world.admin.email.split('@')[1];
  const email = `saoirse.byrne@${domain}`;
  const { password } = world.admin;
  const person = await world.join({ firstName: 'Saoirse', lastName: 'Byrne', email, role: 'ADMIN', password }, [
    'Quality',
  ]);
  const stream = `user-${person.uid}`;
  const { version } = await ports.ledger.readStream(world.org, stream);
  const outcome = await ports.ledger.append({
    org: world.org,
    actor: { kind: 'system', name: 'The console' },
    commandId: ports.newId(),
    writes: [
      {
        stream,
        expectedVersion: version,
        events: [
          encode({
            type: 'UserEdited',
            data: {
              user: person.uid,
              changes: [{ field: 'role', old: 'ADMIN', new: 'SUPER_ADMIN' }],
              departments: [],
              departmentsAdded: [],
              departmentsRemoved: [],
              reason: null,
            },
          }),
        ],
      },
    ],
  });
  if (outcome.kind !== 'appended') throw new Error(`The role was not given: ${outcome.kind}`);
  return { ...person, role: 'SUPER_ADMIN' };
}
