import { sql, type Insertable, type Selectable } from 'kysely'
import type { Redirect } from '#contracts/storefront/redirects.ts'
import type { Database, Tables, Tx } from '#db/schema.ts'

export type RedirectRow = Selectable<Tables['redirect_rule']>

/** Finds the rule of a path: the exact one, else the longest prefix. */
export async function findRedirect(
  db: Database,
  path: string,
): Promise<(Redirect & { path: string }) | undefined> {
  const { rows } = await sql<Redirect & { path: string }>`
    select path, target, status, is_external from redirect_rule
    where is_active and redirect_matches(redirect_rule, ${path})
    order by (path = ${path}) desc, length(path) desc limit 1`.execute(db)
  return rows[0]
}

export async function listRedirects(db: Database): Promise<RedirectRow[]> {
  return db.selectFrom('redirect_rule').selectAll().orderBy('path').execute()
}

export async function lockRedirect(tx: Tx, path: string): Promise<RedirectRow | undefined> {
  return tx
    .selectFrom('redirect_rule')
    .selectAll()
    .where('path', '=', path)
    .forUpdate()
    .executeTakeFirst()
}

export async function putRedirect(
  tx: Tx,
  rule: Insertable<Tables['redirect_rule']>,
): Promise<void> {
  const { path: _path, ...fields } = rule
  await tx
    .insertInto('redirect_rule')
    .values(rule)
    .onConflict((conflict) => conflict.column('path').doUpdateSet(fields))
    .execute()
}

export async function deleteRedirect(tx: Tx, path: string): Promise<void> {
  await tx.deleteFrom('redirect_rule').where('path', '=', path).execute()
}
