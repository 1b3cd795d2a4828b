import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** The pages that were looked at: what they are made of, and with which colours. */
const seen = new Set<string>();

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * The findings of axe on the page (WCAG 2.2 AA and best practice, or some rules), a line a rule. Pages of the same
 * elements are checked once, because axe takes seconds a page.
 */
export async function violationsOf(page: Page, rules: readonly string[] = tags): Promise<string[]> {
  const made = await page.evaluate(skeleton);
  if (seen.has(made)) return [];
  const violations = await everyViolation(page, rules);
  if (violations.length === 0) seen.add(made);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The findings of axe with all rules, or with some named by rule or tag. Run directly, because the library transfers
 * passed rules too, which takes twice the time.
 */
export async function everyViolation(page: Page, only?: readonly string[]): Promise<axe.Result[]> {
  await page.evaluate(source);
  return page.evaluate(async (tags) => {
    // A fading element has a passing contrast; transitions that a click starts begin with the next frames. An
    // animation that keeps its last frame stays listed, so only running ones count, and the wait has an end.
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const frame = () => Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), pause(1_000)]);
    const running = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    const end = performance.now() + 10_000;
    do {
      await Promise.race([Promise.allSettled(running().map(({ finished }) => finished)), pause(5_000)]);
      await frame();
      await frame();
    } while (running().length > 0 && performance.now() < end);
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      ...(tags && { runOnly: [...tags] }),
    });
    return violations;
  }, only);
}

/** Runs in the page: its elements with their attributes and whether they hold words; repeated siblings once. */
function skeleton(): string {
  const worded = new Set(['class', 'role', 'type', 'id', 'for', 'lang', 'scope', 'tabindex', 'disabled']);
  const without = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#');
  const signatureOf = (element: Element): string => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      worded.has(name) || (name.startsWith('aria-') && name !== 'aria-label')
        ? `${name}=${without(value)}`
        : name + (value ? '' : '!'),
    );
    const inner: string[] = [];
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE && !child.textContent?.trim()) continue;
      const one = child instanceof Element ? signatureOf(child) : child.nodeType === Node.TEXT_NODE ? 'words' : '';
      if (one && !inner.includes(one)) inner.push(one);
    }
    return `${element.localName}[${attributes.join(' ')}]{${inner.join()}}`;
  };
  return (
    `${matchMedia('(prefers-color-scheme: dark)').matches} ${innerWidth} ${document.title ? 'titled' : ''} ` +
    `${signatureOf(document.body)}`
  );
}
