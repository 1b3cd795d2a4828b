import { organisationLogDownload } from '#app/screens/team/user-audit-download.ts';

export const loader = organisationLogDownload('pdf');
