import type { RequestHandler } from 'express';
import { drawRosette } from '#app/ui/rosette/rosette.ts';

const looks = { fine: {}, dense: { dense: 4, swell: 1.3 } };

/**
 * `/rosettes/:sha256/:drawing.svg`: a rosette's lines, which browsers cache because the address determines them. In the
 * page they would be a fifth of its size. The page sets their colour and width.
 */
export const rosettes: RequestHandler = (request, response, next) => {
  const { sha256 = '', drawing = '' } = request.params;
  if (!/^[0-9a-f]{64}$/.test(sha256) || !Object.hasOwn(looks, drawing)) return next();
  const path = drawRosette(sha256, looks[drawing as keyof typeof looks]);
  response.set({ 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=31536000, immutable' });
  response.send(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" fill="none" stroke="#000">' +
      `<path id="lines" transform="scale(.05)" vector-effect="non-scaling-stroke" d="${path}"/></svg>`,
  );
};
