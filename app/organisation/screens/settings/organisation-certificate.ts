import { Readable } from 'node:stream';
import { ok } from '#events/failures.ts';
import { answerFile } from '#app/kit/downloads/generated-file.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';

/** The organisation certificate of signed PDFs with its chain, as PEM, for people who want to trust it. */
export const loader = fileLoader({
  access: 'organisation.change_settings',
  async load({ ports, viewer, now }) {
    const { chain } = await ports.certificates.of(viewer.org, viewer.orgName, now);
    const pem = chain.map((der) => {
      const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
      return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
    });
    return ok(
      answerFile(Readable.from(pem), { name: `Certificate of ${viewer.orgName}.pem`, type: 'application/x-pem-file' }),
    );
  },
});
