import { addresses } from '#app/kit/addresses.ts';
import type { Email, EmailContext } from '#app/kit/email/email.ts';

/**
 * To a person who is invited, invited back or reminded of it, where the organisation signs in at an issuer: no code.
 */
export const signOnInvitation = (
  { organisation, publicUrl, to }: EmailContext,
  { inviter, issuer, back }: { inviter: string; issuer: string; back: boolean },
): Email => ({
  subject: `${inviter} has invited you ${back ? 'back ' : ''}to ${organisation}`,
  preview: `Sign in with ${issuer}.`,
  heading: `${to.firstName}, you have been invited ${back ? 'back ' : ''}to ${organisation}`,
  paragraphs: [
    `Imprimatur is where ${organisation} keeps its controlled documents and training records. Sign in with ${issuer} ` +
      `and the address ${to.email}. You need no password and no code.`,
  ],
  action: { label: `Sign in with ${issuer}`, url: `${publicUrl}${addresses.singleSignOn(to.email)}` },
  because: `${inviter} invited you`,
  unexpected: 'If you did not expect it, ignore this email.',
});
