const types = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const;
export type ReportFormat = keyof typeof types;
export const mediaType = (format: ReportFormat): string => types[format];
