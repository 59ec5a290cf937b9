import { sql } from 'kysely'
import type { Database, Tables, Tx } from '#db/schema.ts'

/** A part of an option at a shop. */
interface PartOf {
  option_id: number
  shop_id: number
}

interface Moved {
  ticket_id: number
  serial?: string | null
  staff_name: string | null
  at: Date
}

type MoveKind = Tables['repair_part_move']['kind']

/** Reserves one free part; false if the shop has none. */
export async function reservePart(tx: Tx, part: PartOf, moved: Moved): Promise<boolean> {
  const { rows } = await sql`
    update repair_part_stock set reserved = reserved + 1
    where option_id = ${part.option_id} and shop_id = ${part.shop_id} and reserved < quantity returning 1
  `.execute(tx)
  if (rows.length === 0) return false
  await insertMove(tx, part, 'reserve', moved)
  return true
}

/** Makes a reserved part free again. */
export async function releasePart(tx: Tx, part: PartOf, moved: Moved): Promise<void> {
  await sql`
    update repair_part_stock set reserved = reserved - 1
    where option_id = ${part.option_id} and shop_id = ${part.shop_id}
  `.execute(tx)
  await insertMove(tx, part, 'release', moved)
}

/** Takes a reserved part out of the stock: it is in a device now, or it is lost. */
export async function takeOutPart(
  tx: Tx,
  part: PartOf,
  kind: 'use' | 'broken' | 'faulty',
  moved: Moved,
): Promise<void> {
  await sql`
    update repair_part_stock set reserved = reserved - 1, quantity = quantity - 1
    where option_id = ${part.option_id} and shop_id = ${part.shop_id}
  `.execute(tx)
  await insertMove(tx, part, kind, moved)
}

async function insertMove(
  tx: Tx,
  part: PartOf,
  kind: MoveKind,
  { ticket_id, serial = null, staff_name, at: moved_at }: Moved,
): Promise<void> {
  await tx
    .insertInto('repair_part_move')
    .values({ ...part, ticket_id, kind, serial, staff_name, moved_at })
    .execute()
}

/** Adds one of each part to the drawers of a shop: they came out of a device that the shop bought. */
export async function addParts(
  tx: Tx,
  shop_id: number,
  option_ids: readonly number[],
): Promise<void> {
  await sql`
    insert into repair_part_stock as here (option_id, shop_id, quantity)
    select option_id, ${shop_id}, 1 from unnest(${[...option_ids]}::bigint[]) option_id order by option_id
    on conflict (option_id, shop_id) do update set quantity = least(9999, here.quantity + 1)
  `.execute(tx)
}

/** Returns how many parts a shop has free, by option; options without a row have none. */
export async function findFreeParts(
  db: Database,
  shop_id: number,
  option_ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('repair_part_stock')
    .select((eb) => ['option_id', eb('quantity', '-', eb.ref('reserved')).as('free')])
    .where('shop_id', '=', shop_id)
    .where((eb) => eb('option_id', '=', eb.fn.any(eb.val([...option_ids]))))
    .execute()
  return new Map(rows.map(({ option_id, free }) => [option_id, Number(free)]))
}
