import type { Viewer } from '#app/ui/masthead/viewer.ts';

export const now = '2026-03-12T14:05:00.000Z';

export const viewer: Viewer = {
  uid: '6a0b4f6e-6a52-4a0e-9a11-1f0f7a1f2b01',
  firstName: 'Ines',
  lastName: 'Okafor',
  email: 'ines.okafor@northmere.example',
  role: 'ADMIN',
  orgName: 'Northmere Diagnostics',
  orgTimeZone: 'UTC',
  reasonRequired: false,
  unread: 3,
  version: '1.1.1',
};

/** Digests of files that the samples pretend to have. */
export const digests = {
  current: '9a16cd11ffcc88c974ceefc07e27d1dc8a17f8dbe45cf378a9b228748bfb5cc7',
  previous: '7541bf83ee433a7a8872233ede7e5e5838e2befd1a785fde332fa0f796eff3bc',
  first: 'ef07b359570add31929a5422d400b16c7c84e35644cb2e84b142f0710973e2a8',
};

export type DocumentRow = {
  uid: string;
  type: string;
  area: string;
  number: string;
  name: string;
  modified: string;
  creator: string;
  status: 'CREATED' | 'IN_REVIEW' | 'APPROVED' | 'REJECTED' | 'PENDING' | 'EFFECTIVE';
  rate: number | null;
  effective: string | null;
};

const row = (
  type: string,
  area: string,
  number: string,
  name: string,
  modified: string,
  creator: string,
  status: DocumentRow['status'],
  rate: number | null = null,
  effective: string | null = null,
): DocumentRow => ({
  uid: `${type}-${area}-${number}`,
  type,
  area,
  number,
  name,
  modified,
  creator,
  status,
  rate,
  effective,
});

export const documents: readonly DocumentRow[] = [
  row(
    'Policy',
    'CORP',
    '004',
    'Anti-Falsification and Data Integrity',
    '18 Feb 2026',
    'Greta Lindqvist',
    'EFFECTIVE',
    100,
    '02 Mar 2026',
  ),
  row('SOP', 'QA', '017', 'Batch Record Review', '19 Feb 2026', 'Priya Raman', 'EFFECTIVE', 97, '04 Mar 2026'),
  row(
    'Form',
    'QA',
    '017-02',
    'Batch Record Review Checklist',
    '19 Feb 2026',
    'Priya Raman',
    'PENDING',
    64,
    '23 Mar 2026',
  ),
  row('WI', 'ENG', '031', 'Calibration of Pressure Transducers', '06 Mar 2026', 'Marit Solheim', 'IN_REVIEW'),
  row('SOP', 'QA', '009', 'Change Control', '11 Mar 2026', 'Ines Okafor', 'APPROVED'),
  row('Template', 'QA', '009-01', 'Change Request', '11 Mar 2026', 'Ines Okafor', 'CREATED'),
  row('SOP', 'QA', '003', 'Corrective and Preventive Action', '10 Mar 2026', 'Tomasz Wieczorek', 'IN_REVIEW'),
  row('WI', 'ENG', '022', 'Environmental Monitoring Set-Up', '09 Mar 2026', 'Marit Solheim', 'REJECTED'),
  row(
    'Form',
    'QA',
    '012-01',
    'Gowning Qualification Record',
    '27 Feb 2026',
    'Tomasz Wieczorek',
    'PENDING',
    100,
    '16 Mar 2026',
  ),
];
