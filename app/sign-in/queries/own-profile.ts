import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';
import { readProfiles, type Profile } from '#app/kit/people/profile.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';

/** The profile of a person who has just signed in (an account's organisation and uid). */
export async function readOwnProfile(
  database: Pick<Database, 'read'>,
  { org, user, now }: { org: string; user: string; now: Instant },
): Promise<Profile> {
  return database.read(org, async (db) => {
    const viewer = await readViewer(db, { org, user, publicId: '' });
    const profile = viewer && (await readProfiles(db, { viewer, now }, [user])).get(user);
    if (!profile) throw new Error(`${user} has signed in and is not there`);
    return profile;
  });
}
