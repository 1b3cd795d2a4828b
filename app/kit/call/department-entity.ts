import { z } from 'zod';
import { areaName, departmentName } from '#app/kit/call/fields.ts';
import type { Named } from '#events/common.ts';

export const department = z
  .object({ uid: z.uuid(), name: departmentName, org: z.uuid().describe("The organisation's uid.") })
  .meta({ id: 'Department' });

export const toDepartment = ({ uid, name }: Named, org: string): z.infer<typeof department> => ({ uid, name, org });

export const functionalArea = z
  .object({ name: areaName, org: z.uuid().describe("The organisation's uid.") })
  .meta({ id: 'FunctionalArea' });

export const toFunctionalArea = (name: string, org: string): z.infer<typeof functionalArea> => ({ name, org });
