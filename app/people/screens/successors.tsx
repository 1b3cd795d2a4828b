import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { Responsibilities } from '#app/people/queries/responsibilities.ts';
import { type FieldState, type Option, plainField, SelectField } from '#app/ui/field/field.tsx';

export const ownerField = (document: string): string => `owner-${document}`;
export const approverField = (approval: string): string => `approver-${approval}`;
export const holderField = (uid: string): string => `holder-${uid}`;
export const memberField = (department: string): string => `member-${department}`;

/** The successors that a form names: the fields that are not left empty. */
export function successorsIn(form: FormData, { owned, approvals, departments, functions }: Responsibilities) {
  const chosen = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    owners: owned.flatMap(({ document }) => {
      const user = chosen(ownerField(document));
      return user ? [{ document, user }] : [];
    }),
    approvers: approvals.flatMap(({ document, approval }) => {
      const user = chosen(approverField(approval));
      return user ? [{ document, approval, user }] : [];
    }),
    members: departments.flatMap(({ uid: department }) => {
      const user = chosen(memberField(department));
      return user ? [{ department, user }] : [];
    }),
    holders: functions.flatMap(({ uid }) => {
      const user = chosen(holderField(uid));
      return user ? [{ function: uid, user }] : [];
    }),
  };
}

/** The value and the errors of a field after a refused form. */
export const fieldStateOf =
  (
    form: { id: string; allErrors: Readonly<Record<string, readonly string[]>> },
    last: SubmissionResult<string[]> | undefined,
  ) =>
  (name: string): Partial<FieldState> => {
    const value = last?.initialValue?.[name];
    return {
      id: `${form.id}-${name}`,
      errors: form.allErrors[name],
      ...(typeof value === 'string' && { defaultValue: value }),
    };
  };

interface SuccessorsProps {
  responsibilities: Responsibilities;
  owners: Option[];
  approvers: Option[];
  members: Option[];
  /** The state of a field: its value and errors of a refused form. */
  stateOf: (name: string) => Partial<FieldState>;
}

const asItIs = 'Leave as it is';

/** What a person leaves, each document and open approval with its successor. */
export function Successors({ responsibilities, owners, approvers, members, stateOf }: SuccessorsProps) {
  const { approvals, owned, departments, functions } = responsibilities;
  return (
    <>
      {approvals.length > 0 && (
        <fieldset className="stack">
          <legend className="meta">Open approvals</legend>
          {approvals.map(({ approval, document, name }) => (
            <SelectField
              key={approval}
              field={plainField(approverField(approval), stateOf(approverField(approval)))}
              label={
                <>
                  Approver of <Link to={addresses.approvers(document)}>{name}</Link>
                </>
              }
              placeholder={asItIs}
              options={approvers}
            />
          ))}
        </fieldset>
      )}
      {owned.length > 0 && (
        <fieldset className="stack">
          <legend className="meta">Documents and drafts</legend>
          {owned.map(({ document, name, draft }) => (
            <SelectField
              key={document}
              field={plainField(ownerField(document), stateOf(ownerField(document)))}
              label={
                <>
                  Owner of <span className="record">{name}</span>
                  {draft && ', a draft'}
                </>
              }
              placeholder={asItIs}
              options={owners}
            />
          ))}
        </fieldset>
      )}
      {departments.length > 0 && (
        <fieldset className="stack">
          <legend className="meta">Departments with nobody else</legend>
          {departments.map(({ uid, name }) => (
            <SelectField
              key={uid}
              field={plainField(memberField(uid), stateOf(memberField(uid)))}
              label={
                <>
                  Member of <span className="record">{name}</span>
                </>
              }
              placeholder={asItIs}
              options={members}
            />
          ))}
        </fieldset>
      )}
      {functions.length > 0 && (
        <fieldset className="stack">
          <legend className="meta">Functions that nobody else holds</legend>
          {functions.map(({ uid, name }) => (
            <SelectField
              key={uid}
              field={plainField(holderField(uid), stateOf(holderField(uid)))}
              label={
                <>
                  Holder of <span className="record">{name}</span>
                </>
              }
              placeholder={asItIs}
              options={members}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
