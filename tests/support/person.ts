import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { violationsOf } from './axe.ts';

/** Somebody at a browser of their own. Knows whether scripts run in it. */
export class Person {
  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly scripts: boolean,
    readonly email: string,
    readonly password: string,
  ) {}

  static async at(
    browser: Browser,
    options: { baseURL: string; scripts: boolean; email: string; password: string },
  ): Promise<Person> {
    const context = await browser.newContext({ baseURL: options.baseURL, javaScriptEnabled: options.scripts });
    return new Person(await context.newPage(), context, options.scripts, options.email, options.password);
  }

  /** Somebody of the demonstration, signed in: `ines.okafor`. */
  static async ofDemonstration(browser: Browser, baseURL: string, scripts: boolean, name: string): Promise<Person> {
    const [email, password] = [`${name}@northmere.example`, 'verdigris-lantern-42'];
    const person = await Person.at(browser, { baseURL, scripts, email, password });
    await person.signIn();
    return person;
  }

  async goto(path: string): Promise<void> {
    const answer = await this.page.goto(path);
    expect(answer?.status(), path).toBeLessThan(400);
    await this.check();
  }

  /** axe on the page as it is; it needs scripts, so it looks in that project alone. */
  async check(rules?: readonly string[]): Promise<void> {
    if (!this.scripts) return;
    // A navigation changes the address before it has drawn its page: until it has, the browser is not idle. A page
    // that nobody looks at is never called idle.
    await this.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })));
    expect(await violationsOf(this.page, rules), `axe on ${this.page.url()}`).toEqual([]);
  }

  /** Only labelled regions scroll sideways, from 1280 px enlarged four times (WCAG 1.4.10) to 1600 px. */
  async fits(what: string): Promise<void> {
    if (!this.scripts) return;
    for (const width of [320, 1600]) {
      await this.page.setViewportSize({ width, height: 900 });
      const beyond = await this.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(beyond, `${what} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }

  async signIn(): Promise<void> {
    await this.goto('/');
    await this.page.getByLabel('Email').fill(this.email);
    await this.page.getByLabel('Password').fill(this.password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.waitForURL(/\/dashboard/);
  }

  /** Chooses an option of a searchable multiselect: in its combobox where scripts run, else in its checkboxes. */
  async choose(group: string, words: string): Promise<void> {
    const choices = this.page.getByRole('group', { name: group });
    const box = choices.getByRole('checkbox', { name: words, includeHidden: true });
    // Picking again what is chosen (a revision begins with its document's approvers) would leave it out.
    if ((await box.count()) > 0 && (await box.isChecked())) return;
    if (this.scripts) {
      const finder = choices.getByRole('combobox');
      await finder.fill(words);
      await choices.getByRole('option', { name: words }).first().click();
      await finder.press('Escape');
    } else await box.check();
    await expect(box).toBeChecked();
  }

  /** The toast's words, which also stand in the page. */
  async sees(words: string | RegExp): Promise<void> {
    await expect(this.page.locator('.notice', { hasText: words }).first()).toBeVisible();
  }

  /** Opens a dialog, or its own page where scripts are off, and answers the place to work in. */
  async dialog(opener: string, path: string, title: string) {
    if (!this.scripts) await this.goto(path);
    else await this.page.getByRole('button', { name: opener }).first().click();
    return this.scripts ? this.page.getByRole('dialog', { name: title }) : this.page.getByRole('main');
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
