import { z } from 'zod';

/** The version of a document in an address: `1.0`. */
export const versionInAddress = z
  .string()
  .regex(/^\d{1,3}\.\d{1,2}$/)
  .meta({ examples: ['1.0'] });
