import type { Ports } from '#app/kit/ports.ts';

const inFolder = "Email is not set up: it is a file in the server's folder DATA_DIR/outbox. Pass it on yourself.";

/** What an act says about its email, and where that is if no mail server sends it. */
export const sayWhereEmailGoes = (words: string, { config }: { config: Pick<Ports['config'], 'smtpUrl'> }): string =>
  config.smtpUrl === null ? `${words.replace(/\.$/, '')}. ${inFolder}` : words;
