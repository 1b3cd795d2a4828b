import type { Row } from '../matrix.ts';
import { approversRows } from './documents/approvers.ts';
import { createRows } from './documents/create.ts';
import { documentRows as standingRows } from './documents/document.ts';
import { ownershipRows } from './documents/ownership.ts';
import { homeRows } from './documents/home.ts';
import { reviseRows } from './documents/revise.ts';

/** The documents' screens. What changes a document comes after what only looks at it. */
export const documentRows: Row[] = [
  ...homeRows,
  ...createRows,
  ...reviseRows,
  ...approversRows,
  ...standingRows,
  ...ownershipRows,
];
