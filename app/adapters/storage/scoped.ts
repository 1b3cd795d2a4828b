import { belongsTo, isPrepared } from '#app/adapters/storage/key.ts';
import { fileMissing } from '#app/adapters/storage/refusals.ts';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';

async function* nothing(): AsyncGenerator<never> {}

/** Holds an adapter to one organisation's keys. */
export function scopedTo(org: string, adapter: OrganisationStorage): OrganisationStorage {
  const isOwn = (key: string): boolean => belongsTo(key, org);
  const own = (key: string): string => {
    if (!isOwn(key)) throw new Error('The object key is not one of this organisation');
    return key;
  };
  return {
    put: async (key, body, options) => adapter.put(own(key), body, options),
    open: async (key, range) => (isOwn(key) || isPrepared(key, org) ? adapter.open(key, range) : fileMissing()),
    list: (folder) => (isPrepared(folder, org) ? adapter.list(folder) : nothing()),
    stat: async (key) => (isOwn(key) ? adapter.stat(key) : null),
    digest: async (key) => (isOwn(key) ? adapter.digest(key) : fileMissing()),
    copy: async (from, to) => (isOwn(from) ? adapter.copy(from, own(to)) : fileMissing()),
    move: async (from, to) => (isOwn(from) ? adapter.move(from, own(to)) : fileMissing()),
    remove: async (key) => adapter.remove(own(key)),
    presignPut: async (key, options) => adapter.presignPut(own(key), options),
  };
}
