import { noticeRequest, type NoticeRequest } from '#app/mail/claim.ts';
import { deliver } from '#app/mail/deliver.ts';
import { writeNotice } from '#app/mail/write-notice.ts';
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
