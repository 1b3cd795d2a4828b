import type { AppSetUp } from '#app/sign-in/screens/second-factor/qr.ts';
import { ReadOnlyField } from '#app/ui/field/field.tsx';
import './second-factor.css';

/** The QR code that an authenticator app scans, and the same secret as text. */
export function AppSetUpCode({ text, size, path }: AppSetUp) {
  return (
    <>
      <svg
        className="qr-code"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code for your authenticator app. The secret below says the same."
        shapeRendering="crispEdges"
      >
        <path className="light" d={`M0 0h${size}v${size}h-${size}z`} />
        <path className="dark" d={path} />
      </svg>
      <ReadOnlyField label="Secret, if you cannot scan" value={text} />
    </>
  );
}
