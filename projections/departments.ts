import type { Projection } from './projection.ts';

/** Departments and functional areas: what people and documents are sorted into. */
export const departments: Projection = {
  name: 'departments',
  tables: ['department', 'functional_area'],
  handles: {
    DepartmentCreated: ({ data, recordedAt }, to) =>
      to.put('department', { uid: data.department, name: data.name, created_at: recordedAt }),
    DepartmentRenamed: ({ data }, to) => to.patch('department', { uid: data.department }, { name: data.new }),
    FunctionalAreaCreated: ({ data, recordedAt }, to) =>
      to.put('functional_area', { name: data.name, created_at: recordedAt }),
  },
};
