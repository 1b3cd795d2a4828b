const entities: Record<string, string> = { '&amp;': '&', '&#x27;': "'", '&quot;': '"', '&lt;': '<', '&gt;': '>' };

const wordsOf = (html: string): string =>
  html
    .replace(/<span class="button-note">[\s\S]*?<\/span>/g, '')
    .replace(/<[^>]+>/g, '')
    .replace(/&(?:amp|#x27|quot|lt|gt);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

const without = (html: string, tag: string): string =>
  html.replace(new RegExp(`<${tag}\\b[\\s\\S]*?</${tag}>`, 'g'), '');

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? null;

/** The main part of a page without its dialogs and `noscript` parts. */
export function mainOf(html: string): string {
  const main = /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  return without(without(main, 'dialog'), 'noscript');
}

/**
 * The buttons and button links of a page in their order, such as `Approve` or `Approve (disabled)`; checkboxes as
 * `[waiveTraining]`. A control that occurs twice is listed once.
 */
export function controlsOf(html: string): string[] {
  const found = mainOf(html).matchAll(
    /<(button|a)(\s[^>]*\bclass="(?:button|menu-item)[^"]*"[^>]*)>([\s\S]*?)<\/\1>|<input\b([^>]*type="checkbox"[^>]*)>/g,
  );
  const controls = [...found].flatMap(([, , opened = '', inner = '', tick]) => {
    const disabled = /\sdisabled(?:=|\s|\/|$)/.test(tick ?? opened) ? ' (disabled)' : '';
    if (tick === undefined) return [wordsOf(inner) + disabled];
    return [`[${attribute(tick, 'name') ?? ''}]${disabled}`];
  });
  return [...new Set(controls)];
}

/** The text nodes of a page; a message is one of them. */
export const textsOf = (html: string): string[] =>
  html
    .replace(/<!--.*?-->|<script.*?<\/script>/gs, '')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').trim());
