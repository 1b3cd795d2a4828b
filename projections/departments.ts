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
      to.put('functional_area', { area: data.area, name: data.name, created_at: recordedAt }),
    FunctionalAreaRenamed: ({ data }, to) => to.patch('functional_area', { area: data.area }, { name: data.new }),
    FunctionalAreaRetired: ({ data, recordedAt }, to) =>
      to.patch('functional_area', { area: data.area }, { retired_at: recordedAt }),
    FunctionalAreaReinstated: ({ data }, to) => to.patch('functional_area', { area: data.area }, { retired_at: null }),
  },
};
