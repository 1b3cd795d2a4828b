import { userLogDownload } from './user-audit-download.ts';

export const loader = userLogDownload('csv');
