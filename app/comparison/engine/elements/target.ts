import { type Module, withMemory } from '#app/comparison/engine/pdfium-page.ts';
import { readUtf8 } from './engine-text.ts';

/** Where a link or bookmark leads: a place in the document (pages from 0), else what its file says. */
export type Target = { page: number; y: number | null } | { address: string };

/** `PDFACTION_…` of fpdf_doc.h. */
const actions = { goTo: 1, remote: 2, address: 3, launch: 4, embedded: 5 };

/** Null where it leads nowhere. */
export function targetOf(module: Module, document: number, destination: number, action: number): Target | null {
  const unknown = { address: otherAction };
  // The engine answers a place in another document as if it were in this one.
  if (!action) return destination ? (placeOf(module, document, destination) ?? unknown) : null;
  const type = module._FPDFAction_GetType(action);
  if (type === actions.goTo) return placeOf(module, document, module._FPDFAction_GetDest(document, action)) ?? unknown;
  if (type === actions.address)
    return { address: readUtf8(module, (at, length) => module._FPDFAction_GetURIPath(document, action, at, length)) };
  const path = readUtf8(module, (at, length) => module._FPDFAction_GetFilePath(action, at, length));
  if (type === actions.remote || type === actions.embedded) {
    const place = placeOf(module, document, module._FPDFAction_GetDest(document, action));
    return { address: `another document: ${path}${place ? `, page ${place.page + 1}` : ''}` };
  }
  if (type === actions.launch) return { address: `a file to start: ${path}` };
  return unknown;
}

/** What such an action does, or where it leads, is not compared. */
export const otherAction = 'an action of another kind';

function placeOf(module: Module, document: number, destination: number): { page: number; y: number | null } | null {
  if (!destination) return null;
  const page = module._FPDFDest_GetDestPageIndex(document, destination);
  if (page < 0) return null;
  const y = withMemory(module, 24, (at) => {
    const given = module._FPDFDest_GetLocationInPage(destination, at, at + 4, at + 8, at + 12, at + 16, at + 20);
    return given && module.HEAP32[at / 4 + 1] ? module.HEAPF32[at / 4 + 4]! : null;
  });
  return { page, y: y ?? upperEdge(module, destination) };
}

/** `PDFDEST_VIEW_…`: views that begin at a height. The first number is the height, else the last one. */
const [fitWidth, fitArea, fitTextWidth] = [3, 5, 7];

function upperEdge(module: Module, destination: number): number | null {
  return withMemory(module, 24, (at) => {
    const view = module._FPDFDest_GetView(destination, at, at + 8);
    const numbers = module.HEAPF32.subarray(at / 4 + 2, at / 4 + 6);
    if (module.HEAP32[at / 4] === 0) return null;
    if (view === fitWidth || view === fitTextWidth) return numbers[0]!;
    return view === fitArea ? numbers[3]! : null;
  });
}
