import { createHash, generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { createExaminer, examineLimit } from '#app/audit/evidence/examine.ts';
import { zipOf } from '#app/audit/evidence/pack/zip.ts';
import { statementOf, type Contents } from '#app/audit/evidence/verify/contents.ts';
import { underName } from '#app/audit/evidence/verify/note.ts';
import { createWorkerPool, WorkerError, type WorkerPool } from '#app/adapters/workers/pool.ts';
import { signNote, verifierKey } from '#events/ledger/note.ts';

const form = (...files: [name: string, bytes: Uint8Array<ArrayBuffer>][]): Request => {
  const body = new FormData();
  for (const [name, bytes] of files) body.append('files', new Blob([bytes]), name);
  return new Request('http://localhost/verify', { method: 'POST', body });
};
const noForm = (): Request => new Request('http://localhost/verify', { method: 'POST', body: 'no form' });
/** A form whose end is still to come; `end` sends it. */
const unended = (whenBegun: (end: () => void) => void): Request => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
      send('--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nx');
      whenBegun(() => {
        send('\r\n--b--\r\n');
        controller.close();
      });
    },
  });
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  return new Request('http://localhost/verify', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
};
const workers = createWorkerPool();
afterAll(() => workers.close());

/** A new examiner. */
const examiner = (times: { receive?: number } = {}) => {
  const examine = createExaminer({ receive: 600_000, verify: 30_000, ...times });
  return (request: Request, address: string | null) => examine(workers, { request, address, trusted: [] });
};

const file = ['a.txt', new TextEncoder().encode('nothing that proves anything')] as [string, Uint8Array<ArrayBuffer>];

it('lets one address send twenty times in ten minutes, without holding up another', async () => {
  const examine = examiner();
  for (let n = 0; n < 20; n++)
    expect(await examine(noForm(), '192.0.2.1')).toMatchObject({ failure: { code: 'malformed' } });
  expect(await examine(form(file), '192.0.2.1')).toMatchObject({ failure: { code: 'too_many_requests' } });
  expect(await examine(form(file), '192.0.2.2')).toMatchObject({
    ok: true,
    value: { verdicts: [{ outcome: 'refused' }] },
  });
});

it('reads a request that is too large to its end and refuses it with a sentence', async () => {
  const answer = await examiner()(form(['large.zip', new Uint8Array(examineLimit + 1)]), null);
  expect(answer).toMatchObject({
    failure: { code: 'file_too_large', detail: expect.stringContaining('64 MB') as string },
  });
});

it('calls a form that breaks off malformed, and refuses more files than it accepts', async () => {
  const type = 'multipart/form-data; boundary=x';
  const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="a; b.zip"\r\n\r\n';
  const sent = (body: string) =>
    examiner()(new Request('http://localhost/verify', { method: 'POST', body: new Blob([body], { type }) }), null);
  for (const body of ['', '--y--\r\n', head.slice(0, 20), `${head}bytes`]) {
    expect(await sent(body)).toMatchObject({ failure: { code: 'malformed' } });
  }
  expect(await sent(`${head}bytes\r\n--x--\r\n`)).toMatchObject({ value: { verdicts: [{ file: 'a; b.zip' }] } });
  const many = Array.from({ length: 21 }, () => file);
  expect(await examiner()(form(...many), null)).toMatchObject({
    failure: { code: 'file_too_large', detail: 'At most 20 files can be verified together. Choose fewer.' },
  });
});

it('verifies four requests at once and refuses a fifth', async () => {
  const examine = examiner();
  const ends: (() => void)[] = [];
  const slow = () => unended((end) => ends.push(end));
  // Six at the same time, so that a late count would admit too many.
  const six = Array.from({ length: 6 }, (_, n) => examine(slow(), `192.0.2.${n}`));
  const four = six.slice(0, 4);
  for (const late of six.slice(4)) expect(await late).toMatchObject({ failure: { code: 'too_many_requests' } });
  expect(await examine(form(file), '192.0.2.9')).toMatchObject({ failure: { code: 'too_many_requests' } });
  ends.forEach((end) => end());
  for (const answer of await Promise.all(four)) expect(answer).toMatchObject({ ok: true });
  expect(await examine(form(file), '192.0.2.9')).toMatchObject({ ok: true });
});

it('verifies two requests of one address at once, and drops one that never ends', async () => {
  const examine = examiner({ receive: 200 });
  const held = [1, 2].map(() =>
    examine(
      unended(() => undefined),
      '192.0.2.1',
    ),
  );
  expect(await examine(form(file), '192.0.2.1')).toMatchObject({ failure: { code: 'too_many_requests' } });
  expect(await examine(form(file), '192.0.2.2')).toMatchObject({ ok: true });
  for (const one of held) expect(await one).toMatchObject({ failure: { code: 'malformed' } });
  expect(await examine(form(file), '192.0.2.1')).toMatchObject({ ok: true });
});

/** A PDF with this many byte ranges; `gap` stands in place of the signature. */
function pdfWithSignatures(times: number, gap = '<00>'): Uint8Array<ArrayBuffer> {
  const room = 60;
  const start = 9 + times * room;
  const range = `/ByteRange[0 ${start} ${start + gap.length} 5]`.padEnd(room);
  return new TextEncoder().encode(`%PDF-1.7\n${range.repeat(times)}${gap}%%EOF`);
}

it('refuses files that would keep the server at work: too many signatures, or work without an end', async () => {
  const many = await examiner()(form(['many.pdf', pdfWithSignatures(2000)]), null);
  expect(many).toMatchObject({
    value: { verdicts: [{ outcome: 'refused', proven: [], heading: expect.stringContaining('more than 100 seals') }] },
  });
  const unfinished = { run: () => Promise.reject(new WorkerError('worker_timeout', 'verify-files')) };
  const examine = createExaminer({ receive: 600_000, verify: 30_000 });
  const given = { request: form(file), address: null, trusted: [] };
  expect(await examine(unfinished as unknown as WorkerPool, given)).toMatchObject({
    failure: { code: 'busy', detail: expect.stringContaining('were not verified to their end') as string },
  });
});

/** A pack without events, signed with a new key, with these fields in its `pack.json`. */
async function packSaying(more: Partial<Contents>): Promise<Uint8Array<ArrayBuffer>> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const origin = 'imprimatur/x';
  const root = Buffer.alloc(32);
  const contents = {
    format: 'imprimatur/evidence-pack@1',
    organisation: { uid: 'x', name: 'X' },
    subject: { kind: 'organisation', uid: 'x', title: 'D', period: null },
    checkpoint: { origin, size: 0, root: root.toString('hex') },
    events: { count: 0, first: 0, last: 0 },
    files: [],
    missing: [],
    earlierCheckpoints: [],
    ...more,
  };
  const packed = {
    checkpoint: signNote(`${origin}\n0\n${root.toString('base64')}\n`, origin, privateKey),
    'keys/log.vkey': `${verifierKey(origin, publicKey)}\n`,
    'pack.json': JSON.stringify(contents),
  };
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const sums = Object.entries(packed)
    .map(([path, text]) => `${sha256(text)}  ${path}\n`)
    .join('');
  const signed = signNote(statementOf(sha256(sums), root.toString('hex')), origin, privateKey);
  const files = { ...packed, SHA256SUMS: sums, 'SHA256SUMS.note': signed };
  async function* inOrder() {
    for (const [path, text] of Object.entries(files)) yield { path, bytes: Buffer.from(text) };
  }
  return new Uint8Array(await buffer(Readable.from(zipOf(inOrder()), { objectMode: false })));
}

it('refuses a pack that names a checkpoint twice, or a missing file that no event records', async () => {
  const headingOf = async (more: Partial<Contents>) => {
    const answer = await examiner()(form(['p.zip', await packSaying(more)]), null);
    return answer.ok ? answer.value.verdicts[0]?.heading : null;
  };
  expect(await headingOf({})).toBe('All of this evidence pack holds: D');
  expect(await headingOf({ earlierCheckpoints: [1, 1] })).toContain('names an earlier checkpoint twice');
  expect(await headingOf({ missing: [{ name: '', sha256: '' }] })).toContain('that no event of the pack records');
});

it('refuses a bundle whose checkpoint is not a text', async () => {
  const key = underName({ name: '', bytes: new Uint8Array(32), vkey: '' }, 'imprimatur/x').vkey;
  for (const odd of [{ checkpoint: { note: 5 } }, { document: { title: {} } }, { publicKey: { verifierKey: [key] } }]) {
    const text = JSON.stringify({ format: 'imprimatur/audit-bundle@1', publicKey: { verifierKey: key }, ...odd });
    const answer = await examiner()(form(['b.json', new TextEncoder().encode(text)]), null);
    expect(answer).toMatchObject({ ok: true, value: { verdicts: [{ outcome: 'refused' }] } });
  }
});
