import type { Pool } from 'pg';
import { defaultSettings, organisationSettings, type OrganisationSettings } from '#events/organisation/events.ts';

/** Settings as the read model has them; those of a new organisation where it has none. */
export function settingsOf(stored: unknown): OrganisationSettings {
  const parsed = organisationSettings.safeParse(stored);
  return parsed.success ? parsed.data : defaultSettings;
}

/** The limits of a session alone, which every request asks for; those of a new organisation where it has none. */
export function sessionLimitsOf(stored: unknown): OrganisationSettings['session'] {
  const parsed = organisationSettings.shape.session.safeParse((stored as { session?: unknown } | null)?.session);
  return parsed.success ? parsed.data : defaultSettings.session;
}

/** The settings of the only organisation of the installation; null where there are several. */
export async function onlySettings(pool: Pool): Promise<OrganisationSettings | null> {
  const { rows } = await pool.query<{ settings: unknown }>('select identity.only_settings() as settings');
  return rows[0]?.settings ? settingsOf(rows[0].settings) : null;
}
