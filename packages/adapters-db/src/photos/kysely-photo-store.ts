import type { PhotoStore } from '@comptoir/core/photos/photo-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';

/** The index of the migration finds it, which knows this very expression. */
const USED = sql`exists (select from items where photo like '/photos/%' and substring(photo from 9 for 64) = photos.hash)`;

export function makeKyselyPhotos(db: Handle): PhotoStore {
  return {
    async claim(hash) {
      await sql`
        insert into photos (hash, unused_since) values (${hash}, null)
        on conflict (hash) do update set unused_since = null`.execute(db);
    },

    async note(hashes, now) {
      await sql`
        insert into photos (hash, unused_since)
        select hash, ${now}::timestamptz from jsonb_array_elements_text(${jsonText(hashes)}::jsonb) as hash
        on conflict do nothing`.execute(db);
    },

    async takeUnused(before, now) {
      await sql`update photos set unused_since = null where unused_since is not null and ${USED}`.execute(db);
      await sql`update photos set unused_since = ${now} where unused_since is null and not ${USED}`.execute(db);
      // Who claims one of them meanwhile clears its date, which the statement looks at again after having waited.
      const { rows } = await sql<{ readonly hash: string }>`
        delete from photos where unused_since < ${before} and not ${USED} returning hash`.execute(db);
      return rows.map(({ hash }) => hash);
    },
  };
}
