import { hash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { FirstUse } from '#platform/captcha/captcha.ts'

/** Records used captchas until they expire, in a table that all processes share. */
export function captchaUses<Tables>(db: Kysely<Tables>): FirstUse {
  return async (id, expires_at) => {
    const { numAffectedRows } = await sql`
      insert into captcha_use (captcha_id, expires_at)
      values (${hash('sha256', id, 'buffer')}, ${expires_at})
      on conflict do nothing`.execute(db)
    return numAffectedRows === 1n
  }
}

/** Deletes expired records. */
export async function sweepCaptchaUses<Tables>(db: Kysely<Tables>, now: Date): Promise<void> {
  await sql`delete from captcha_use where expires_at <= ${now}`.execute(db)
}
