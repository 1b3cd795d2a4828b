// Plain JavaScript: a thread starts without the loader that the server runs under.
import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';

const { bytes, width } = workerData;

const library = await PDFiumLibrary.init();
const document = await library.loadDocument(bytes);
const page = document.getPage(0);
const { originalWidth, originalHeight } = page.getOriginalSize();
const scale = Math.min(4, width / originalWidth, (2 * width) / originalHeight);
const picture = await page.render({
  scale,
  async render({ data, width, height }) {
    const png = new PNG({ width, height, colorType: 2, inputHasAlpha: true });
    png.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    return PNG.sync.write(png, { colorType: 2, inputHasAlpha: true });
  },
});
document.destroy();
library.destroy();
parentPort?.postMessage(picture.data);
