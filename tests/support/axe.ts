import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

/** The pages that were looked at: what they are made of, and with which colours. */
const seen = new Set<string>();

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds on the page as it is (WCAG 2.2 AA and best practice), a line a rule. A page that is made of what another one was
 * made of, other words aside, is looked at once: axe takes seconds a page, and would say the same.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  const made = await page.evaluate(skeleton);
  if (seen.has(made)) return [];
  const { violations } = await violationsAlone(page).withTags(tags).analyze();
  if (violations.length === 0) seen.add(made);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/**
 * axe without what costs as much again as its rules: the lists of what passes, and a page more for each result. The page has no frame of
 * another origin.
 */
export const violationsAlone = (page: AxePage): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** Runs in the page: its elements with their attributes and whether they hold words; repeated siblings once. */
function skeleton(): string {
  const worded = new Set(['class', 'role', 'type', 'id', 'for', 'lang', 'scope', 'tabindex', 'disabled']);
  const without = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#');
  const told = (element: Element): string => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      worded.has(name) || (name.startsWith('aria-') && name !== 'aria-label')
        ? `${name}=${without(value)}`
        : name + (value ? '' : '!'),
    );
    const inner: string[] = [];
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE && !child.textContent?.trim()) continue;
      const one = child instanceof Element ? told(child) : child.nodeType === Node.TEXT_NODE ? 'words' : '';
      if (one && !inner.includes(one)) inner.push(one);
    }
    return `${element.localName}[${attributes.join(' ')}]{${inner.join()}}`;
  };
  return `${matchMedia('(prefers-color-scheme: dark)').matches} ${innerWidth} ${document.title ? 'titled' : ''} ${told(document.body)}`;
}
