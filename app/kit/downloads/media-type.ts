import type { ReportFormat } from '#app/reports/queries/names.ts';

const types: Record<ReportFormat, string> = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' };
export const mediaType = (format: ReportFormat): string => types[format];
