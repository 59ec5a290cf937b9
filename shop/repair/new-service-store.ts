import { type Insertable, sql } from 'kysely'
import type { Database, Tables, Tx } from '#db/schema.ts'

/** What a new service may be of. */
export async function findServiceChoices(db: Database): Promise<{
  parts: { part_code: string; name: string }[]
  brands: string[]
  models: string[]
}> {
  const parts = await db
    .selectFrom('repair_part')
    .select(['part_code', 'name'])
    .orderBy('position')
    .orderBy('part_code')
    .execute()
  const { rows } = await sql<{ brand_name: string; model_name: string }>`
    select brand_name, model_name from repair_service group by brand_name, model_name
    order by brand_name, model_name`.execute(db)
  return {
    parts,
    brands: [...new Set(rows.map(({ brand_name }) => brand_name))],
    models: [...new Set(rows.map(({ model_name }) => model_name))],
  }
}

/** The name of a kind of repair; null: there is none with this code. */
export async function findPartName(db: Database, part_code: string): Promise<string | null> {
  const row = await db
    .selectFrom('repair_part')
    .select('name')
    .where('part_code', '=', part_code)
    .executeTakeFirst()
  return row?.name ?? null
}

type NewService = Pick<
  Insertable<Tables['repair_service']>,
  'sku' | 'name' | 'model_name' | 'brand_name' | 'device_kind' | 'part_code' | 'minutes' | 'skill'
>

/**
 * Adds a service after the others. Returns its service_id, or the sku of the one that the model has for this part. The
 * name of a model is the same in small and large letters.
 */
export async function insertService(
  tx: Tx,
  service: NewService,
): Promise<{ service_id: number } | { sku: string }> {
  const { device_kind, part_code, model_name, sku } = service
  // Two of the staff who add the same service wait for each other.
  await sql`select pg_advisory_xact_lock(hashtext('repair_service'))`.execute(tx)
  const { rows: known } = await sql<{ sku: string }>`
    select sku from repair_service where sku = ${sku} or (device_kind = ${device_kind} and part_code = ${part_code}
      and lower(model_name) = lower(${model_name})) limit 1`.execute(tx)
  if (known[0] !== undefined) return known[0]
  const { name, brand_name, minutes, skill } = service
  const { rows } = await sql<{ service_id: number }>`
    insert into repair_service (sku, name, model_name, brand_name, device_kind, part_code, minutes, skill, position)
    select ${sku}, ${name}, ${model_name}, ${brand_name}, ${device_kind}, ${part_code}, ${minutes}, ${skill},
      coalesce(max(position), 0) + 1 from repair_service returning service_id`.execute(tx)
  const [added] = rows
  if (added === undefined) throw new RangeError('an insert returned nothing')
  return added
}

/** Gives a service its address: the wished one, or with -2, -3 … behind where that is taken. */
export async function insertServicePath(tx: Tx, service_id: number, wished: string): Promise<void> {
  for (let turn = 1; ; turn++) {
    const path = turn === 1 ? wished : `${wished}-${turn}`
    const put = await tx
      .insertInto('slug')
      .values({ path, kind: 'repair_service', entity_id: service_id, is_current: true })
      .onConflict((taken) => taken.column('path').doNothing())
      .returning('path')
      .executeTakeFirst()
    if (put !== undefined) return
  }
}

/** The parts of an option in a shop, locked; null: there is no such option. */
export async function lockParts(
  tx: Tx,
  { option_id, shop_id }: { option_id: number; shop_id: number },
): Promise<{ quantity: number; reserved: number } | null> {
  const option = await tx
    .selectFrom('repair_option')
    .select('option_id')
    .where('option_id', '=', option_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (option === undefined) return null
  const stock = await tx
    .selectFrom('repair_part_stock')
    .select(['quantity', 'reserved'])
    .where('option_id', '=', option_id)
    .where('shop_id', '=', shop_id)
    .forUpdate()
    .executeTakeFirst()
  return stock ?? { quantity: 0, reserved: 0 }
}

export async function putParts(
  tx: Tx,
  parts: { option_id: number; shop_id: number; quantity: number },
): Promise<void> {
  await tx
    .insertInto('repair_part_stock')
    .values(parts)
    .onConflict((key) =>
      key.columns(['option_id', 'shop_id']).doUpdateSet({ quantity: parts.quantity }),
    )
    .execute()
}
