import { sql } from 'kysely'
import type { DeviceCard, DeviceKindOfTrade } from '#contracts/storefront/trade/trade-in.ts'
import type { Database } from '#db/schema.ts'
import type { TradeGrade, TradeQuestion } from '#shop/trade/trade-in/valuation.ts'

/** The models that the shop buys, in the sequence of the table. */
export async function listTradeModels(db: Database): Promise<DeviceCard[]> {
  const { rows } = await sql<DeviceCard>`
    with model as (
      select model_code, min(model_name) as model_name, min(brand_name) as brand_name,
        min(device_kind) as device_kind, max(base_price) as max_price,
        case when count(*) > 1 then nullif((array_agg(variant order by base_price desc, position))[1], '') end as max_variant,
        max(upgrade_bonus) as max_bonus, min(product_id) as product_id, min(position) as position
      from trade_device where is_active group by model_code)
    select model_code, model_name, brand_name, device_kind, max_price, max_variant, max_bonus,
      (select json_build_object('src', media.src, 'alt', '', 'width', media.width, 'height', media.height)
        from product color join product_media media on media.product_id = color.product_id
        where color.parent_id = model.product_id and media.position = 0
        order by color.product_id limit 1) as picture
    from model order by position, model_code
  `.execute(db)
  return rows
}

/** A version of a model that the shop buys. */
export interface TradeVersion {
  device_id: number
  code: string
  model_code: string
  model_name: string
  name: string
  variant: string
  brand_name: string
  device_kind: DeviceKindOfTrade
  base_price: number
  upgrade_bonus: number
  product_id: number | null
}

const version_columns = [
  ...(['device_id', 'code', 'model_code', 'model_name', 'name', 'variant', 'brand_name'] as const),
  ...(['device_kind', 'base_price', 'upgrade_bonus', 'product_id'] as const),
] as const

/** The versions of a model, in the sequence of the table. */
export async function listTradeVersions(db: Database, model_code: string): Promise<TradeVersion[]> {
  return db
    .selectFrom('trade_device')
    .select([...version_columns])
    .where('model_code', '=', model_code)
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('device_id')
    .execute()
}

export async function findTradeVersion(db: Database, code: string): Promise<TradeVersion | null> {
  const found = await db
    .selectFrom('trade_device')
    .select([...version_columns])
    .where('code', '=', code)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return found ?? null
}

/** The grades, the best one first, and the questions about a kind of device. */
export async function readTradeTable(
  db: Database,
  device_kind: DeviceKindOfTrade,
): Promise<{ grades: TradeGrade[]; questions: TradeQuestion[] }> {
  const [grades, { rows: questions }] = await Promise.all([
    db
      .selectFrom('trade_grade')
      .select(['grade_code', 'label', 'factor'])
      .orderBy('factor', 'desc')
      .orderBy('grade_code')
      .execute(),
    sql<TradeQuestion>`
      select question_code, title, hint, position,
        (select coalesce(jsonb_agg(jsonb_build_object('answer_code', answer_code, 'label', label,
            'grade_code', grade_code, 'deduction', deduction, 'note', note) order by answer.position, answer_code), '[]')
          from trade_answer answer where answer.question_code = question.question_code) as answers
      from trade_question question
      where is_active and (device_kinds = '{}' or ${device_kind} = any(device_kinds))
      order by position
    `.execute(db),
  ])
  return { grades, questions }
}

/** Prices and bonuses of all devices, for the price of an upgrade. */
export async function listBonuses(
  db: Database,
): Promise<{ base_price: number; upgrade_bonus: number }[]> {
  return db
    .selectFrom('trade_device')
    .select(['base_price', 'upgrade_bonus'])
    .where('is_active', '=', true)
    .where('upgrade_bonus', '>', 0)
    .execute()
}

/** What the shop pays for a device, as staff set it. */
export async function findTradePrice(db: Database, code: string) {
  return db
    .selectFrom('trade_device')
    .select(['base_price', 'upgrade_bonus', 'is_active'])
    .where('code', '=', code)
    .executeTakeFirst()
}
