import type { EventData } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import type { functionEvents } from '#events/function/events.ts';
import type { dutyEvents } from '#events/user/duty-events.ts';

type Types = keyof typeof functionEvents | keyof typeof dutyEvents;

const unit: Named = { uid: '0199a1b2-0000-7000-8000-000000000081', name: 'Quality unit' };
const absence = '0199a1b2-0000-7000-8000-000000000082';

/** The payloads of the events of functions, absences and managers. */
export const dutySamples = ({ user, owner }: { user: string; owner: Named }): { [T in Types]: EventData<T> } => ({
  FunctionCreated: { function: unit.uid, name: 'Quality department' },
  FunctionRenamed: { function: unit.uid, old: 'Quality department', new: unit.name, reason: 'Named as in 21 CFR 211.22.' },
  FunctionRetired: { function: unit.uid, name: unit.name, reason: 'Merged with quality assurance.' },
  FunctionReinstated: { function: unit.uid, name: unit.name, reason: 'The merger was called off.' },
  FunctionGranted: { user, function: unit, from: '2026-03-12', until: '2026-12-31', reason: 'Trained as a reviewer.' },
  FunctionWithdrawn: { user, function: unit, reason: 'Moved to production.' },
  AbsenceDeclared: {
    user,
    absence,
    from: '2026-06-01',
    until: '2026-06-12',
    deputy: owner,
    covers: 'approvals',
    reason: 'Ill; the personnel office called.',
  },
  AbsenceEnded: {
    user,
    absence,
    from: '2026-06-01',
    until: '2026-06-12',
    deputy: owner,
    reason: 'Back at work.',
  },
  UserManagerChanged: { user, old: null, new: owner, reason: 'The department has a head again.' },
});
