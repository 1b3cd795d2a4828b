import { trailDownload } from './download.ts';

export const loader = trailDownload('tlog-proof');
