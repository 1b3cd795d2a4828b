import { roleMay } from '#events/permissions.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** Whether the person may edit, revise or discard the document: its owner, or an admin. */
export const mayManage = (document: { owner: { uid: string } }, viewer: Viewer): boolean =>
  roleMay(viewer.role, 'document.manage_any') ||
  (document.owner.uid === viewer.uid && roleMay(viewer.role, 'document.manage_own'));
