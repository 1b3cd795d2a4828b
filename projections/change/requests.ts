import type { Projected, Projection, ProjectionWriter } from '../projection.ts';

/** The changes that readers asked for, and what became of them. */
export const changeRequests: Projection = {
  name: 'change-requests',
  tables: ['change_request'],
  handles: {
    ChangeRequested: ({ data, recordedAt }, to) => {
      const { request, document, name: _, author, ...rest } = data;
      to.put('change_request', {
        uid: request,
        document_uid: document,
        ...rest,
        author_uid: author.uid,
        author_name: author.name,
        requested_at: recordedAt,
        status: 'OPEN',
      });
    },
    ChangeRequestAccepted: (event, to) => decide(event, 'ACCEPTED', to),
    ChangeRequestDeclined: (event, to) => decide(event, 'DECLINED', to),
    ChangeRequestCarriedOut: ({ data: { request: uid, version }, recordedAt }, to) =>
      to.patch(
        'change_request',
        { uid },
        { status: 'CARRIED_OUT', carried_out_version: version, carried_out_at: recordedAt },
      ),
  },
};

function decide(
  { data, actor, recordedAt }: Projected<'ChangeRequestAccepted' | 'ChangeRequestDeclined'>,
  status: 'ACCEPTED' | 'DECLINED',
  to: ProjectionWriter,
): void {
  const decided_by_name = actor.kind === 'visitor' ? null : actor.name;
  const { request: uid, reason } = data;
  to.patch('change_request', { uid }, { status, decided_at: recordedAt, decided_by_name, reason });
}
