import { expect, it } from 'vitest';
import { sayWhereEmailGoes } from '#app/kit/words/outbox.ts';

const invited = 'You successfully invited Noor Haddad';
const smtp = (smtpUrl: string | null) => ({ config: { smtpUrl } });

it('by screen: an invitation says that its email only goes to a folder', () => {
  expect(sayWhereEmailGoes(invited, smtp('smtp://mail.example'))).toBe(invited);
  expect(sayWhereEmailGoes(invited, smtp(null))).toBe(
    `${invited}. Email is not set up: it is a file in the server's folder DATA_DIR/outbox. Pass it on yourself.`,
  );
});
