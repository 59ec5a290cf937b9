import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

interface PromotionFields {
  kind: 'catalogue' | 'member' | 'student' | 'gift' | 'payment'
  name?: string
  percent?: number
  value?: number
  price?: number
  max_discount?: number
  min_total?: number
  province_ids?: number[]
  payment_method?: string
  excludes?: string[]
  gift_product_id?: number
  /** Promotions of one group are alternatives. */
  choice_group?: string
  /** Number of uses; absent: unlimited. */
  total?: number
  per_customer?: number
  starts_at?: Date
  ends_at?: Date
  /** The target: a version, a colour or a category. */
  product_id?: number
  category_id?: number
}

/** Starts a promotion for one target; returns its id. */
export async function startPromotion(db: Database, fields: PromotionFields): Promise<number> {
  const { product_id = null, category_id = null, total = null, name = 'Ưu đãi', ...rest } = fields
  const quota_id = total === null ? null : await openQuota(db, total)
  const { promotion_id } = await db
    .insertInto('promotion')
    .values({ ...rest, name, quota_id })
    .returning('promotion_id')
    .executeTakeFirstOrThrow()
  if (product_id !== null || category_id !== null) {
    await db
      .insertInto('promotion_target')
      .values({ promotion_id, product_id, category_id })
      .execute()
  }
  return promotion_id
}

/** Offers an item at a price beside a main product; returns the id of the combo item. */
export async function startCombo(
  db: Database,
  {
    main_product_id,
    product_id,
    price,
  }: Record<'main_product_id' | 'product_id' | 'price', number>,
): Promise<number> {
  const { combo_id } = await db
    .insertInto('combo')
    .values({ name: 'Mua kèm giá sốc', main_product_id })
    .returning('combo_id')
    .executeTakeFirstOrThrow()
  const { combo_item_id } = await db
    .insertInto('combo_item')
    .values({ combo_id, product_id, price })
    .returning('combo_item_id')
    .executeTakeFirstOrThrow()
  return combo_item_id
}

interface VoucherFields {
  code: string
  percent?: number
  value?: number
  max_discount?: number
  min_total?: number
  category_ids?: number[]
  excludes?: string[]
  total?: number
  per_customer?: number
  starts_at?: Date
  ends_at?: Date
}

export async function giveVoucher(db: Database, fields: VoucherFields): Promise<void> {
  const { total = null, ...rest } = fields
  const quota_id = total === null ? null : await openQuota(db, total)
  await db
    .insertInto('voucher')
    .values({ ...rest, name: `Mã ${fields.code}`, quota_id })
    .execute()
}

/** Ends every offer, so that the next test begins with the prices of the table. */
export async function endOffers(db: Database): Promise<void> {
  await sql`update promotion set is_active = false`.execute(db)
  await sql`update flash_sale set is_active = false`.execute(db)
  await sql`update combo set is_active = false`.execute(db)
  await sql`delete from voucher`.execute(db)
}

async function openQuota(db: Database, total: number): Promise<number> {
  const { quota_id } = await db
    .insertInto('quota')
    .values({ total })
    .returning('quota_id')
    .executeTakeFirstOrThrow()
  return quota_id
}
