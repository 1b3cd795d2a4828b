import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { presets } from '#events/organisation/controls.ts';
import type { Services } from '#app/server/services.ts';
import { World } from '#app/set-up/demonstration/world.ts';
import { grantQualityUnit } from '#tests/support/organisation.ts';
import type { ScenarioOrganisation } from '#tests/support/scenario.ts';
import { paperPdf, paperWorkingFile } from '#app/set-up/demonstration/document-pdf.ts';
import type { Site } from '#tests/http/site.ts';
import { withApp } from '#tests/support/enrolled-app.ts';
import { serviceAccountOf } from '#tests/support/programs/service-accounts.ts';
import type { ApiClient } from './client.ts';

const run = promisify(execFile);
const program = (name: string) => path.resolve('node_modules/.bin', name);
const generated = 'tests/api/generated-client';
const quiet = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

type People = Pick<ScenarioOrganisation, 'world' | 'author' | 'approver' | 'admin'>;

/** An organisation as set-up makes it with the preset Regulated, and the people of the worked example. */
async function regulatedOrganisation(services: Services): Promise<People> {
  const person = (firstName: string, lastName: string) => ({
    firstName,
    lastName,
    email: `${firstName}@regulated.example`.toLowerCase(),
    password: 'corridor-battery-9-lamp',
  });
  const world = await World.found(
    services,
    { name: 'Regulated Works', domain: 'regulated.example', admin: person('Ines', 'Okafor') },
    { preset: 'regulated', secondFactor: presets.regulated.secondFactor },
  );
  await world.department('Quality');
  await world.functionalArea('QA');
  const author = await world.join({ ...person('Tomasz', 'Wieczorek'), role: 'AUTHOR' }, ['Quality']);
  const approver = await world.join({ ...person('Marit', 'Solheim'), role: 'AUTHOR' }, ['Quality']);
  await grantQualityUnit(world, [approver]);
  return { world, author, approver, admin: world.admin };
}

/** Clients that the product has not written: a linter, a shell with curl, a generated client. */
export function describeClients(world: () => { site: Site; client: ApiClient }): void {
  const inFolder = async (work: (folder: string) => Promise<void>) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-clients-'));
    await work(folder);
    await rm(folder, { recursive: true });
  };
  /** Runs a program in a folder with a document's files, with the people that it signs in as. */
  const runIn = async (
    folder: string,
    name: string,
    docNum: string,
    file: string,
    command: string,
    args: string[],
    more: Record<string, string> = {},
    { world: organisation, author, approver, admin }: People = world().site.theirs,
  ) => {
    const { site } = world();
    const paper = organisation.paperOf({ type: 'SOP', functionalArea: 'QA', docNum, name });
    await writeFile(path.join(folder, `${file}.fodt`), paperWorkingFile(paper));
    await writeFile(path.join(folder, `${file}.pdf`), await paperPdf(paper));
    const people = {
      API_URL: site.server.url,
      AUTHOR_EMAIL: author.email,
      AUTHOR_PASSWORD: author.password,
      APPROVER_EMAIL: approver.email,
      APPROVER_PASSWORD: approver.password,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...more,
    };
    return run(command, args, { cwd: folder, env: { ...process.env, ...people } });
  };

  describe('other clients', () => {
    it('lint the description without errors and warnings', () =>
      inFolder(async (folder) => {
        const file = path.join(folder, 'openapi.json');
        await writeFile(file, JSON.stringify(world().client.description.text));
        const { stdout } = await run(program('redocly'), ['lint', '--format=json', file], { env: quiet });
        expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
      }));

    /** The lines of an example of the page, as they are printed there, for a shell. */
    const printed = async (example: string) => {
      const page = await fetch(`${world().site.server.url}/api/docs`, { headers: { Accept: 'text/html' } });
      const section = (await page.text()).split(`id="${example}"`)[1]?.split('</div></section>')[0] ?? '';
      const steps = section.matchAll(/<pre class="call-text"><code>(.*?)<\/code>/gs);
      const lines = Array.from(steps, ([, text = '']) => unescaped(text)).join('\n');
      expect(lines).toContain('/session');
      return ['-e', '-o', 'pipefail', '-c', lines];
    };

    const publishes = async (of?: People, codes?: Record<string, string>) =>
      inFolder(async (folder) => {
        const script = await printed('example');
        const { stdout } = await runIn(folder, 'Glove Integrity Testing', '301', 'glove', 'bash', script, codes, of);
        expect(stdout.trim().split('\n').at(-1)).toBe('PENDING');
        expect((await readFile(path.join(folder, 'to-sign.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
      });

    it('run the lines of the page as printed: create, upload, approve, publish', () => publishes());

    it('run the lines of the page as printed with the preset Regulated and its second factor', async () => {
      const { services } = world().site;
      const regulated = await regulatedOrganisation(services);
      const [author, approver, admin] = [
        await withApp({ services, world: regulated.world }, regulated.author),
        await withApp({ services, world: regulated.world }, regulated.approver),
        await withApp({ services, world: regulated.world }, regulated.admin),
      ];
      await publishes(regulated, {
        AUTHOR_CODE: author(),
        APPROVER_CODE: approver.recoveryCodes[0]!,
        ADMIN_CODE: admin(),
        SIGNING_CODE: approver(),
      });
    });

    it('run the lines of the page as printed: sign in with a challenge and its code', async () => {
      const { services, theirs } = world().site;
      const somebody = {
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@challenged.example',
        // A challenge may begin with a dash too: a tool must not read it as one of its options.
        password: '-hV-quiet-harbour-7',
      };
      const ada = await theirs.world.join({ ...somebody, role: 'EMPLOYEE' }, ['Laboratory']);
      const nextCode = await withApp({ services, world: theirs.world }, ada);
      const env = { ...process.env, EMAIL: ada.email, PASSWORD: ada.password, CODE: nextCode() };
      const { stdout } = await run('bash', await printed('second-factor'), { env });
      expect(stdout.split('\n')).toEqual([
        '401',
        expect.stringMatching(/#problem-second_factor_required$/),
        ada.email,
        '',
      ]);
    });

    it('are generated from the description: create, upload, approve, publish, feed, webhook', () =>
      inFolder(async (folder) => {
        await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(world().client.description.text));
        const types = path.join(generated, 'api.d.ts');
        await run(program('openapi-typescript'), [path.join(folder, 'openapi.json'), '-o', types]);
        await run(process.execPath, ['node_modules/typescript-native/bin/tsc', '-p', generated]);
        const { token } = await serviceAccountOf(world().site.theirs, ['webhooks', 'audit:read']);
        const script = [path.resolve(generated, 'create-to-publish.ts')];
        const tsx = program('tsx');
        const more = { PROGRAM_TOKEN: token };
        const { stdout } = await runIn(folder, 'Isolator Leak Testing', '302', 'paper', tsx, script, more);
        expect(JSON.parse(stdout)).toMatchObject({
          status: 'PENDING',
          effectiveOn: { date: '2035-01-15' },
          signed: [true],
          kind: 'document.published',
          sameEvent: true,
        });
      }));
  });
}

const unescaped = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
