import { noticeRequest, type NoticeRequest } from '#app/email/claim.ts';
import { deliver } from '#app/email/deliver.ts';
import { writeNotice } from '#app/email/write-reminder.ts';
import type { Task } from '#app/jobs/task.ts';

/** Writes and sends one letter of the clock's, once: from what is true when it is sent. */
export const deliverNotice: Task<NoticeRequest> = {
  name: 'deliver-notice',
  payload: noticeRequest,
  waitsForOthers: true,
  run(request, ports, giveUp) {
    const { org, to, kind: template, letter } = request;
    return deliver(ports, { org, to, template, key: `notice/${letter}`, giveUp }, (desk) =>
      writeNotice({ ports, request, ...desk }),
    );
  },
};
