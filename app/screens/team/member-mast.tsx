import type { Role } from '#events/user/events.ts';
import { BackLink } from '#app/ui/page/page.tsx';
import { RoleTag } from '#app/ui/status/tag.tsx';

type MemberMastProps = { member: { name: string; email: string; role: Role }; back: string };

/** The masthead of a person above a question about them. */
export const MemberMast = ({ member: { name, email, role }, back }: MemberMastProps) => (
  <header className="title-block compact">
    <p className="trail">
      <BackLink to={back}>Team member profile</BackLink>
    </p>
    <p className="object record">{name}</p>
    <div className="facts">
      <span>{email}</span>
      <RoleTag role={role} />
    </div>
  </header>
);
