import { texts } from '#events/texts.ts';
import { textsOf } from './controls.ts';

const general = [texts.required, texts.invalid];

/** The label without what the summary leaves out. */
const plain = (label: string): string => label.trim().replace(/ \(optional\)$|:$/, '');

/** The names before general messages in the error summary of a page that label nothing on it. */
export function strangeNamesOf(html: string): string[] {
  const [, summary = ''] = /<ul class="problems">([\s\S]*?)<\/ul>/.exec(html) ?? [];
  const labels = html.matchAll(
    /<(label|legend)\b[^>]*>([\s\S]*?)<\/\1>|<(?:input|select)\b[^>]* aria-label="([^"]*)"/g,
  );
  const known = [...labels].map(([, , words, spoken]) => plain(spoken ?? textsOf(words ?? '').join('')));
  return textsOf(summary).flatMap((line) => {
    const message = general.find((one) => line.includes(one));
    const name = message === undefined ? null : line.slice(0, line.indexOf(message)).replace(/: $/, '');
    return name === null || known.includes(name) ? [] : [name];
  });
}
