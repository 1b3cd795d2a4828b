import { belongsTo } from '#app/storage/key.ts';
import { fileMissing } from '#app/storage/refusals.ts';
import type { OrganisationStorage } from '#app/storage/port.ts';

/** Holds an adapter to one organisation's keys. */
export function scopedTo(org: string, adapter: OrganisationStorage): OrganisationStorage {
  const inside = (key: string): boolean => belongsTo(key, org);
  const mustBeInside = (key: string): void => {
    if (!inside(key)) throw new Error('The object key is not one of this organisation');
  };
  return {
    async put(key, body, options) {
      mustBeInside(key);
      return adapter.put(key, body, options);
    },
    async open(key, range) {
      return inside(key) ? adapter.open(key, range) : fileMissing();
    },
    async stat(key) {
      return inside(key) ? adapter.stat(key) : null;
    },
    async digest(key) {
      return inside(key) ? adapter.digest(key) : fileMissing();
    },
    async copy(from, to) {
      mustBeInside(to);
      return inside(from) ? adapter.copy(from, to) : fileMissing();
    },
    async move(from, to) {
      mustBeInside(to);
      return inside(from) ? adapter.move(from, to) : fileMissing();
    },
    async remove(key) {
      mustBeInside(key);
      return adapter.remove(key);
    },
    async presignPut(key, options) {
      mustBeInside(key);
      return adapter.presignPut(key, options);
    },
  };
}
