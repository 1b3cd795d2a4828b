import { setTimeout as sleep } from 'node:timers/promises';
import { paperPdf } from '#app/set-up/demonstration/document-pdf.ts';
import { everyWebProcess, startServer } from '#tests/support/server.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { atMost, parseOptions, print, report } from './measure.ts';
import { memoryOf } from './process-memory.ts';
import { uploadDraft } from './upload-draft.ts';

/** An admin of the demonstration. */
const [email, password] = ['ines.okafor@northmere.example', 'verdigris-lantern-42'];
const callers = 4;
const webProcesses = 2;
/**
 * Milliseconds between what one caller asks for, so that the half hour is a working day's load and not a test of speed.
 */
const pause = 250;
const paper = { organisation: 'Northmere', number: 'SOP', title: 'Load', version: '1.0', sections: [] };

/** `npm run bench -- memory`: what the web processes hold after half an hour of pages, files, reports and uploads. */
export async function run(words: string[]): Promise<void> {
  const values = parseOptions(words);
  const minutes = values.quick ? 1 : 30;
  const server = await startServer({ flags: ['--demo'], environment: { WEB_PROCESSES: String(webProcesses) } });
  try {
    const pids = await everyWebProcess(server, webProcesses);
    const admin = new Visitor(server.url);
    await admin.signIn(email, password);
    const register = await (await admin.get('/dashboard?tab=effective')).text();
    const documents = [...new Set([...register.matchAll(/\/dashboard\/docs\/([0-9a-f-]{36})/g)].map((m) => m[1]!))];
    const addresses = documents.flatMap((uid) => [
      '/dashboard',
      `/dashboard/docs/${uid}`,
      `/dashboard/docs/${uid}/audit`,
      `/dashboard/docs/${uid}/audit/export.pdf`,
      `/dashboard/docs/${uid}/evidence.zip`,
      '/dashboard?tab=manage&show=all',
      '/dashboard/users',
      '/dashboard/reports',
      '/dashboard/reports/training-matrix/pdf',
    ]);
    const end = Date.now() + minutes * 60_000;
    const answers: Record<string, number> = {};
    const count = (kind: number | string) => (answers[kind] = (answers[kind] ?? 0) + 1);
    const call = async (caller: number, n: number): Promise<void> => {
      const address = addresses[(n * callers + caller) % addresses.length]!;
      const answer =
        n % 20 === 19
          ? await uploadDraft(admin, n * callers + caller, await paperPdf(paper))
          : await admin.get(address);
      await answer.arrayBuffer();
      count(answer.status);
    };
    const load = Array.from({ length: callers }, async (_, caller) => {
      for (let n = 0; Date.now() < end; n++) {
        await call(caller, n);
        await sleep(pause);
      }
    });
    const held: number[][] = [];
    const watch = (async () => {
      while (Date.now() < end) {
        await sleep(Math.min(60_000, minutes * 10_000));
        held.push(await Promise.all(pids.map(async (pid) => (await memoryOf(pid)).now)));
        print(
          `${held.length}: ${held
            .at(-1)!
            .map((one) => Math.round(one))
            .join(' and ')} MB`,
        );
      }
    })();
    await Promise.all([...load, watch]);
    print(`answers by status: ${JSON.stringify(answers)}`);
    const largest = Math.max(...held.at(-1)!);
    await report([atMost(450, `the largest web process after ${minutes} min, MB`, largest)], values.json, {
      held,
      answers,
    });
  } finally {
    await server.remove();
  }
}
