import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { refuseUnnamed } from '#shop/flows/import/definitions-store.ts'
import { writeDrafts } from '#shop/flows/import/content/draft-store.ts'
import { refuseWhere, upsert } from '#shop/flows/import/upsert.ts'

/** Writes static pages; their addresses follow with all others. */
export async function writeStaticPages(trx: Tx, edit: { at: Date; by: string }): Promise<void> {
  await refuseUnnamed(trx, 'static_page')
  await refuseWhere(
    trx,
    'static_page',
    sql`key !~ '^[a-z0-9][a-z0-9-]{0,59}$'`,
    sql`'code is of small letters, digits and hyphens'`,
  )
  await upsert(trx, { record: 'static_page' })
  await writeDrafts(trx, 'static_page', edit)
}
