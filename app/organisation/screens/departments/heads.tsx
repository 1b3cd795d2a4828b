import { addresses } from '#app/kit/addresses.ts';
import { ObjectHead } from '#app/ui/page/page.tsx';

/** The masthead of all departments, or of one (`name`). */
export const DepartmentHead = ({ name, facts }: { name?: string; facts?: string }) => (
  <ObjectHead
    {...(name === undefined
      ? { back: addresses.team(), backLabel: 'Team members' }
      : { back: addresses.departments(), backLabel: 'Departments' })}
    name={name ?? 'Departments'}
    facts={facts && <span>{facts}</span>}
  />
);

/** The masthead of all functional areas, or of one (`name`). */
export const AreaHead = ({ name, facts }: { name?: string; facts?: string }) => (
  <ObjectHead
    {...(name === undefined
      ? { back: addresses.home('manage'), backLabel: 'Documents' }
      : { back: addresses.functionalAreas(), backLabel: 'Functional areas' })}
    name={name ?? 'Functional areas'}
    facts={facts && <span>{facts}</span>}
  />
);
