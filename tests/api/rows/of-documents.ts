import type { Site } from '#tests/http/site.ts';
import type { Sent } from '../client.ts';

type Of = (site: Site) => string;
export const { draft, approved, pending, effective, rejected, inReview, retired } = {
  draft: (site: Site) => site.ours.documents.draft,
  approved: (site: Site) => site.ours.documents.approved,
  pending: (site: Site) => site.ours.documents.pending,
  effective: (site: Site) => site.ours.documents.effective,
  rejected: (site: Site) => site.ours.documents.rejected,
  inReview: (site: Site) => site.ours.documents.inReview,
  retired: (site: Site) => site.ours.documents.retired,
};
/** One request of several documents. */
export const to = (send: (uid: string, body: unknown) => Sent) => ({
  one: (body: unknown) => (_: Site, uid: string) => send(uid, body),
  at: (of: Of, body: unknown) => (site: Site) => send(of(site), body),
});
