import type { Role } from '#events/user/events.ts';
import { ObjectHead } from '#app/ui/page/page.tsx';
import { RoleTag } from '#app/ui/status/tag.tsx';

type MemberHeadProps = { member: { name: string; email: string; role: Role }; back: string };

/** The masthead of a person above a question about them. */
export const MemberHead = ({ member: { name, email, role }, back }: MemberHeadProps) => (
  <ObjectHead
    back={back}
    backLabel="Team member profile"
    name={name}
    facts={
      <>
        <span>{email}</span>
        <RoleTag role={role} />
      </>
    }
  />
);
