import { type RawBuilder, sql } from 'kysely'
import { ReceiptState } from '#contracts/staff/receipts.ts'
import type { Database, Tx } from '#db/schema.ts'
import { isMadeBy, type Pressed } from '#shop/change-log/change-rows.ts'
import { isAfter, type ListPart } from '#platform/database/list-part.ts'
import type { Reach } from '#pure/access.ts'
import type { IdentifiedBy } from '#pure/formats/unit-codes.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { countStates, type StateCount } from '#platform/database/state-counts.ts'

/** A receipt as it is stored. */
export interface StoredReceipt {
  goods_receipt_id: number
  code: string
  state: ReceiptState
  version: number
  shop_id: number
  supplier: string
  shop: string
  invoice: string
  quantity: number
  received: number
  staff_name: string
  created_at: Date
  close_reason: string | null
}

export interface StoredReceiptLine {
  product_id: number
  sku: string
  name: string
  color_name: string | null
  identified_by: IdentifiedBy | null
  quantity: number
  received: number
  cost: number | null
  arriving: number
  pasted: string
}

/** The conditions of a list; null: not restricted. */
interface ReceiptFilter {
  state: ReceiptState | null
  shop_id: number | null
  q: string | null
}

export async function findReceipts(
  db: Database,
  reach: Reach,
  filter: ReceiptFilter,
  part: ListPart,
): Promise<StoredReceipt[]> {
  const { rows } = await sql<StoredReceipt>`
    select ${columns} ${tables}
    where (${filter.state}::text is null or goods_receipt.state = ${filter.state})
      and ${matches(filter)} and ${ofShopInReach('goods_receipt.shop_id', reach)}
      and ${isAfter('goods_receipt.goods_receipt_id', part)}
    order by goods_receipt.goods_receipt_id desc limit ${part.limit} offset ${part.offset}
  `.execute(db)
  return rows
}

/** Counts the receipts of each state within reach. */
export function countReceipts(
  db: Database,
  reach: Reach,
  filter: ReceiptFilter,
): Promise<StateCount<ReceiptState>[]> {
  const rows = sql`${tables}
    where goods_receipt.state = one.state and ${matches(filter)} and ${ofShopInReach('goods_receipt.shop_id', reach)}`
  return countStates(db, ReceiptState.options, rows)
}

/** Finds a receipt within reach. */
export async function findReceipt(
  db: Database,
  reach: Reach,
  code: string,
): Promise<StoredReceipt | null> {
  const { rows } = await sql<StoredReceipt>`
    select ${columns} ${tables} where goods_receipt.code = ${code} and ${ofShopInReach('goods_receipt.shop_id', reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** Locks an open receipt that has this version; null if it is not so, or out of reach. */
export async function lockReceipt(
  tx: Tx,
  { code, version }: { code: string; version: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('goods_receipt')
    .select('goods_receipt_id')
    .where('code', '=', code)
    .where('version', '=', version)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Locks a receipt in any state, for what changes no line of it. */
export async function lockReceiptRow(tx: Tx, goods_receipt_id: number): Promise<void> {
  await tx
    .selectFrom('goods_receipt')
    .select('goods_receipt_id')
    .where('goods_receipt_id', '=', goods_receipt_id)
    .forNoKeyUpdate()
    .execute()
}

export async function findReceiptLines(
  db: Database,
  goods_receipt_id: number,
): Promise<StoredReceiptLine[]> {
  const { rows } = await sql<StoredReceiptLine>`
    select product_id, sku, name, color_name, identified_by, quantity, received, cost, arriving, pasted
    from goods_receipt_line join product using (product_id)
    where goods_receipt_id = ${goods_receipt_id} order by goods_receipt_line_id
  `.execute(db)
  return rows
}

/** Raises the version of a locked receipt, and returns it. */
export async function raiseVersion(tx: Tx, goods_receipt_id: number): Promise<number> {
  const { version } = await tx
    .updateTable('goods_receipt')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('goods_receipt_id', '=', goods_receipt_id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

interface NewReceipt {
  supplier: string
  shop_id: number
  invoice: string
  staff_name: string
}

/** The code of an equal receipt that the same person began a moment ago and has not touched; null if none. */
export async function findTwinReceipt(
  tx: Tx,
  { supplier, shop_id, invoice }: NewReceipt,
  pressed: Pressed,
): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select code from goods_receipt join supplier using (supplier_id)
    where supplier.name = ${supplier} and shop_id = ${shop_id} and invoice = ${invoice}
      and goods_receipt.created_at > ${pressed.since} and state = 'open' and version = 1
      and ${isMadeBy(pressed, 'goods_receipt', sql`goods_receipt_id::text`)}
    limit 1`.execute(tx)
  return rows[0]?.code ?? null
}

export async function insertReceipt(tx: Tx, receipt: NewReceipt, now: Date): Promise<string> {
  const { supplier: name, ...own } = receipt
  await tx
    .insertInto('supplier')
    .values({ name, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { supplier_id } = await tx
    .selectFrom('supplier')
    .select('supplier_id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const { code } = await tx
    .insertInto('goods_receipt')
    .values({ ...own, supplier_id, created_at: now })
    .returning('code')
    .executeTakeFirstOrThrow()
  return code
}

/** What a line of a draft says. `cost` undefined: unchanged. */
interface DraftLine {
  quantity: number
  cost: number | undefined
  arriving: number
  pasted: string
}

/** Inserts or changes a line of a locked receipt. */
export async function saveReceiptLine(
  tx: Tx,
  key: { goods_receipt_id: number; product_id: number },
  { cost, ...draft }: DraftLine,
): Promise<void> {
  const own = { ...draft, ...(cost === undefined ? {} : { cost }) }
  await tx
    .insertInto('goods_receipt_line')
    .values({ ...key, cost: null, ...own })
    .onConflict((conflict) => conflict.columns(['goods_receipt_id', 'product_id']).doUpdateSet(own))
    .execute()
}

export async function deleteReceiptLine(
  tx: Tx,
  goods_receipt_id: number,
  product_id: number,
): Promise<void> {
  await tx
    .deleteFrom('goods_receipt_line')
    .where('goods_receipt_id', '=', goods_receipt_id)
    .where('product_id', '=', product_id)
    .where('received', '=', 0)
    .execute()
}

/** Records that goods of a line came on hand. `pasted` keeps the lines that were not booked. */
export async function updateReceived(
  tx: Tx,
  key: { goods_receipt_id: number; product_id: number },
  { booked, pasted }: { booked: number; pasted: string },
): Promise<void> {
  await tx
    .updateTable('goods_receipt_line')
    .set(({ eb }) => ({ received: eb('received', '+', booked), arriving: 0, pasted }))
    .where('goods_receipt_id', '=', key.goods_receipt_id)
    .where('product_id', '=', key.product_id)
    .execute()
}

export async function closeReceipt(
  tx: Tx,
  goods_receipt_id: number,
  { reason, now }: { reason: string | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('goods_receipt')
    .set({ state: 'done', closed_at: now, close_reason: reason })
    .where('goods_receipt_id', '=', goods_receipt_id)
    .execute()
}

export async function findSupplierNames(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('supplier').select('name').orderBy('name').limit(500).execute()
  return rows.map(({ name }) => name)
}

const columns: RawBuilder<unknown> = sql`goods_receipt.goods_receipt_id, goods_receipt.code,
  goods_receipt.state, goods_receipt.version, goods_receipt.shop_id, supplier.name as supplier,
  shop.name as shop, goods_receipt.invoice, goods_receipt.staff_name, goods_receipt.created_at,
  goods_receipt.close_reason, sums.quantity, sums.received`
const tables: RawBuilder<unknown> = sql`
  from goods_receipt join supplier using (supplier_id) join shop using (shop_id)
  cross join lateral (
    select coalesce(sum(quantity), 0)::integer as quantity, coalesce(sum(received), 0)::integer as received
    from goods_receipt_line where goods_receipt_line.goods_receipt_id = goods_receipt.goods_receipt_id) sums`

function matches({ shop_id, q }: ReceiptFilter): RawBuilder<unknown> {
  return sql`(${shop_id}::bigint is null or goods_receipt.shop_id = ${shop_id})
    and (${q}::text is null or goods_receipt.code = upper(${q}) or goods_receipt.invoice = ${q}
      or strpos(lower(supplier.name), lower(${q})) > 0)`
}
