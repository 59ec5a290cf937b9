import type { Insertable, Selectable } from 'kysely'
import type { Redirect } from '#contracts/storefront/redirects.ts'
import type { Database, Tables, Tx } from '#db/schema.ts'
import type { Rule } from '#shop/content/redirect/redirect.ts'

export type RedirectRow = Selectable<Tables['redirect_rule']>

/** Lists the rules that are in force. */
export async function listActiveRedirects(db: Database): Promise<Rule[]> {
  return db
    .selectFrom('redirect_rule')
    .select(['path', 'is_prefix', 'target', 'is_external'])
    .select((column) => column.ref('status').$castTo<Redirect['status']>().as('status'))
    .where('is_active', '=', true)
    .execute()
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
