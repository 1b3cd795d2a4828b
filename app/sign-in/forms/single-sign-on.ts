import { z } from 'zod';
import { normaliseDomain } from '#events/single-sign-on/settings.ts';

const line = z.string().trim().default('');

/** What the form sends; the command checks it. An empty secret keeps the one before. */
export const singleSignOnForm = z.object({
  issuer: line,
  issuerName: line,
  clientId: line,
  clientSecret: z.string().trim().max(1000).default(''),
  /** One on each line. */
  domains: line,
  localAdmin: line,
});

/** The domains of a text with one on each line, or with commas between them, each once. */
export const domainsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map(normaliseDomain)
      .filter((domain) => domain !== ''),
  ),
];
