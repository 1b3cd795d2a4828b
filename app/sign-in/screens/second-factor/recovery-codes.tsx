import { addresses } from '#app/kit/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import './second-factor.css';

interface RecoveryCodesProps {
  /** Null where they were shown before. */
  codes: readonly string[] | null;
  /** The page that follows. */
  next: string;
}

/** The answer to a form that made recovery codes: the only time that they are shown. */
export function RecoveryCodes({ codes, next }: RecoveryCodesProps) {
  if (codes === null)
    return (
      <>
        <p>Your recovery codes were shown before and cannot be shown again. You can make new ones.</p>
        <p>
          <LinkButton to={addresses.secondFactor()}>Second factor</LinkButton>
        </p>
      </>
    );
  return (
    <>
      <Notice kind="wait" live="status">
        Save these codes now. They cannot be shown again.
      </Notice>
      <p>If you lose your phone, a recovery code signs you in instead. Each works once.</p>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p>
        <LinkButton to={next} kind="solid">
          I have saved them
        </LinkButton>
      </p>
    </>
  );
}
