import type { Projection } from './projection.ts';

/** The functions of the organisation, who holds which, and who stands in for whom. */
export const functions: Projection = {
  name: 'functions',
  tables: ['function', 'function_grant', 'absence'],
  handles: {
    FunctionCreated: ({ data, recordedAt }, to) =>
      to.put('function', { uid: data.function, name: data.name, created_at: recordedAt }),
    FunctionRenamed: ({ data }, to) => to.patch('function', { uid: data.function }, { name: data.new }),
    FunctionRetired: ({ data, recordedAt }, to) =>
      to.patch('function', { uid: data.function }, { retired_at: recordedAt }),
    FunctionReinstated: ({ data }, to) => to.patch('function', { uid: data.function }, { retired_at: null }),
    FunctionGranted: ({ data, recordedAt }, to) =>
      to.put('function_grant', {
        user_uid: data.user,
        function_uid: data.function.uid,
        from_day: data.from,
        until_day: data.until,
        granted_at: recordedAt,
      }),
    FunctionWithdrawn: ({ data }, to) =>
      to.remove('function_grant', { user_uid: data.user, function_uid: data.function.uid }),
    AbsenceDeclared: ({ data, recordedAt }, to) =>
      to.put('absence', {
        uid: data.absence,
        user_uid: data.user,
        deputy_uid: data.deputy.uid,
        from_day: data.from,
        until_day: data.until,
        declared_at: recordedAt,
      }),
    AbsenceEnded: ({ data, recordedAt }, to) => to.patch('absence', { uid: data.absence }, { ended_at: recordedAt }),
  },
};
