import { organisationLogDownload } from './user-audit-download.ts';

export const loader = organisationLogDownload('pdf');
