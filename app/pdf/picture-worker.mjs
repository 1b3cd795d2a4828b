// Plain JavaScript: a thread starts without the loader that the server runs under.
import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';

const { bytes, width } = workerData;

const library = await PDFiumLibrary.init();
const document = await library.loadDocument(bytes);

async function draw(page) {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(4, width / originalWidth, (2 * width) / originalHeight);
  const picture = await page.render({
    scale,
    // What was filled in is drawn too: other readers show it, and who signs must have seen it.
    renderFormFields: true,
    async render({ data, width, height }) {
      const png = new PNG({ width, height, colorType: 2, inputHasAlpha: true });
      png.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      return PNG.sync.write(png, { colorType: 2, inputHasAlpha: true });
    },
  });
  return picture.data;
}

/** Answers one request; one that fails with null. */
async function answer({ id, page: number, what }) {
  try {
    // The library crashes on a page that is not there.
    if (number > document.getPageCount()) throw new RangeError('There is no such page');
    const page = document.getPage(number - 1);
    parentPort.postMessage({ id, found: what === 'text' ? page.getText() : await draw(page) });
  } catch {
    parentPort.postMessage({ id, found: null });
  }
}

parentPort?.on('message', (request) => void answer(request));
parentPort?.postMessage({ id: 0, found: null });
