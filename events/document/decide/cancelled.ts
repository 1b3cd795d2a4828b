import { requestOf, type Approval } from '#events/document/approval.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import type { Document } from '#events/document/state.ts';

type Because = Extract<DocumentEvent, { type: 'ApprovalsCancelled' }>['data']['because'];

/** The event that cancels these approvals of the current version, or none where there are none. */
export const cancelled = (document: Document, approvals: readonly Approval[], because: Because) =>
  approvals.length === 0
    ? []
    : [
        {
          type: 'ApprovalsCancelled' as const,
          data: {
            document: document.uid,
            version: document.current.version,
            approvals: approvals.map(requestOf),
            because,
          },
        },
      ];
