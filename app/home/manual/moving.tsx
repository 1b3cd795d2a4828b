import { Link } from '@remix-run/react';
import type { Chapter } from './chapter.ts';

/** How an organisation leaves, and comes to another installation. */
export const moving: Chapter = {
  id: 'moving',
  title: 'Exporting the organisation',
  who: 'For Admins',
  body: (
    <p>
      <Link to="/dashboard/settings/export">Export</Link> in the settings makes one zip of everything: every event,
      every file, the signed checkpoints and the settings. The page shows its progress, and the download once it is
      ready; it is there for a day. The operator of another installation makes the same organisation from it, with the
      same record and the same proofs. Passwords, second factors and tokens are not in the zip: everybody gets an email
      there to choose a new password. Keep the zip as you keep a backup, and send the key’s fingerprint through a
      separate channel. Each export is recorded.
    </p>
  ),
};
