import { organisationLogDownload } from '#app/audit/screens/person/user-audit-download.ts';

export const loader = organisationLogDownload('pdf');
