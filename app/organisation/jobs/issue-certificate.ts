import { z } from 'zod';
import { uid } from '#events/common.ts';
import type { Task } from '#app/kit/job/task.ts';

const newOrganisation = z.object({ org: uid, name: z.string() });

/** Issues a new organisation's certificate, before the first signed PDF needs it. */
export const issueCertificateJob: Task<z.infer<typeof newOrganisation>> = {
  name: 'issue-certificate',
  formerNames: ['issue-seal'],
  payload: newOrganisation,
  async run({ org, name }, ports) {
    await ports.certificates.of(org, name, ports.now());
  },
};
