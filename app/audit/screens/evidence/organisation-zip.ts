import { packDownload } from './pack-download.ts';

export const loader = packDownload('organisation');
