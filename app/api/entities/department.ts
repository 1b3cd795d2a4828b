import { z } from 'zod';
import type { Named } from '#events/common.ts';

export const department = z
  .object({ uid: z.uuid(), name: z.string(), org: z.uuid().describe("The organisation's uid.") })
  .meta({ id: 'Department' });

export const toDepartment = ({ uid, name }: Named, org: string): z.infer<typeof department> => ({ uid, name, org });

export const functionalArea = z
  .object({ name: z.string(), org: z.uuid().describe("The organisation's uid.") })
  .meta({ id: 'FunctionalArea' });

export const toFunctionalArea = (name: string, org: string): z.infer<typeof functionalArea> => ({ name, org });
