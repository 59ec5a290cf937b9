import { sql } from 'kysely'
import type { Tables, Tx } from '#db/schema.ts'

interface Slug {
  kind: Tables['slug']['kind']
  entity_id: number
  /** Empty: it has no address any more. */
  path: string
}

/**
 * Gives an entity its address in the shop; its former one then redirects. Returns false if another entity has the
 * address.
 */
export async function setSlug(tx: Tx, { kind, entity_id, path }: Slug): Promise<boolean> {
  if (path === '') {
    await tx
      .deleteFrom('slug')
      .where('kind', '=', kind)
      .where('entity_id', '=', entity_id)
      .execute()
    return true
  }
  await tx
    .updateTable('slug')
    .set({ is_current: false })
    .where('kind', '=', kind)
    .where('entity_id', '=', entity_id)
    .where('path', '<>', path)
    .execute()
  const { rows } = await sql`
    insert into slug (path, kind, entity_id, is_current) values (${path}, ${kind}, ${entity_id}, true)
    on conflict (path) do update set is_current = true
      where slug.kind = ${kind} and slug.entity_id = ${entity_id}
    returning path`.execute(tx)
  return rows.length === 1
}
