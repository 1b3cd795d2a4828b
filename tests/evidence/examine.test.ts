import { expect, it } from 'vitest';
import { createExaminer, examineLimit } from '#app/evidence/examine.ts';

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
const file = ['a.txt', new TextEncoder().encode('nothing that proves anything')] as [string, Uint8Array<ArrayBuffer>];

it('one address sends twenty times in ten minutes; another is not held up by it', async () => {
  const examine = createExaminer([]);
  for (let n = 0; n < 20; n++)
    expect(await examine(noForm(), '192.0.2.1')).toMatchObject({ failure: { code: 'malformed' } });
  expect(await examine(form(file), '192.0.2.1')).toMatchObject({ failure: { code: 'too_many_requests' } });
  expect(await examine(form(file), '192.0.2.2')).toMatchObject({ ok: true, value: [{ outcome: 'refused' }] });
});

it('more than it takes is read to its end and refused with a sentence', async () => {
  const answer = await createExaminer([])(form(['large.zip', new Uint8Array(examineLimit + 1)]), null);
  expect(answer).toMatchObject({
    failure: { code: 'file_too_large', detail: expect.stringContaining('64 MB') as string },
  });
});

it('a form that breaks off is the sender’s mistake, and more files than it takes are refused with a sentence', async () => {
  const type = 'multipart/form-data; boundary=x';
  const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="a; b.zip"\r\n\r\n';
  const sent = (body: string) =>
    createExaminer([])(
      new Request('http://localhost/verify', { method: 'POST', body: new Blob([body], { type }) }),
      null,
    );
  for (const body of ['', '--y--\r\n', head.slice(0, 20), `${head}bytes`]) {
    expect(await sent(body)).toMatchObject({ failure: { code: 'malformed' } });
  }
  expect(await sent(`${head}bytes\r\n--x--\r\n`)).toMatchObject({ value: [{ file: 'a; b.zip' }] });
  const many = Array.from({ length: 21 }, () => file);
  expect(await createExaminer([])(form(...many), null)).toMatchObject({
    failure: { code: 'file_too_large', detail: 'At most 20 files can be checked here together. Choose fewer.' },
  });
});

it('four are checked at once, and a fifth has to wait its turn', async () => {
  const examine = createExaminer([]);
  const ends: (() => void)[] = [];
  const slow = () => unended((end) => ends.push(end));
  // Six at the same moment, so that two would slip by a count that is taken too late.
  const six = Array.from({ length: 6 }, (_, n) => examine(slow(), `192.0.2.${n}`));
  const four = six.slice(0, 4);
  for (const late of six.slice(4)) expect(await late).toMatchObject({ failure: { code: 'too_many_requests' } });
  expect(await examine(form(file), '192.0.2.9')).toMatchObject({ failure: { code: 'too_many_requests' } });
  ends.forEach((end) => end());
  for (const answer of await Promise.all(four)) expect(answer).toMatchObject({ ok: true });
  expect(await examine(form(file), '192.0.2.9')).toMatchObject({ ok: true });
});

it('one address has two checked at once; what never ends gives its place back', async () => {
  const examine = createExaminer([], 200);
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
