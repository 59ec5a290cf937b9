import type { DemoData } from '#db/seed/demo-data.ts'
import type { DemoCombo, DemoPromotion, DemoTrade, DemoVoucher } from '#db/seed/demo-trade.ts'
import { vietnamTime, windowName, windowsFrom } from '#db/seed/flash-windows.ts'
import { continueNumbering, insertRows } from '#db/seed/insert-rows.ts'
import type { PlannedVersion } from '#db/seed/plan.ts'
import type { Shelves } from '#db/seed/shelves.ts'
import type { Tx } from '#db/schema.ts'

/** The hour at which offers end. */
export const last_hour = 23

interface Goods {
  data: Pick<DemoData, 'oddities'>
  versions: readonly PlannedVersion[]
  shelves: Shelves
  /** Numbers of versions by model, of colours by sku. */
  by_model: Map<string, number[]>
  by_sku: Map<string, number>
  quotas: { quota_id: number; total: number; taken: number; settled: number }[]
  opened_at: Date
}

/** Writes promotions, flash sale windows, vouchers and combos, dated from the opening on. */
export async function seedTrade(
  trx: Tx,
  trade: DemoTrade,
  given: Pick<Goods, 'data' | 'versions' | 'shelves' | 'opened_at'>,
): Promise<void> {
  const goods = { ...given, ...numbersOf(given.versions), quotas: [] }
  const promotions = trade.promotions.map((one, index) => promotionRow(goods, one, index))
  const flash = flashRows(goods, trade)
  const vouchers = trade.vouchers.map((one, index) => voucherRow(goods, one, index))
  const combos = comboRows(goods, trade.combos)
  const targets = trade.promotions.flatMap((one, index) => targetRows(goods, one, index))
  await insertRows(trx, 'quota', goods.quotas)
  await insertRows(trx, 'promotion', promotions)
  await insertRows(trx, 'promotion_target', targets)
  await insertRows(trx, 'flash_sale', flash.sales)
  await insertRows(trx, 'flash_sale_item', flash.items)
  await insertRows(trx, 'voucher', vouchers)
  await insertRows(trx, 'combo', combos.combos)
  await insertRows(trx, 'combo_item', combos.items)
  await continueNumbering(trx, 'quota', 'quota_id')
  await continueNumbering(trx, 'promotion', 'promotion_id')
  await continueNumbering(trx, 'promotion_target', 'promotion_target_id')
  await continueNumbering(trx, 'flash_sale', 'flash_sale_id')
  await continueNumbering(trx, 'flash_sale_item', 'flash_sale_item_id')
  await continueNumbering(trx, 'voucher', 'voucher_id')
  await continueNumbering(trx, 'combo', 'combo_id')
  await continueNumbering(trx, 'combo_item', 'combo_item_id')
}

function numbersOf(versions: readonly PlannedVersion[]) {
  const models = Map.groupBy(versions, (version) => version.model.id)
  const colors = versions.flatMap((version) => version.colors)
  return {
    by_model: new Map(
      [...models].map(([model, own]) => [model, own.map((version) => version.product_id)]),
    ),
    by_sku: new Map(colors.map(({ product_id, variant }) => [variant.sku, product_id])),
  }
}

function promotionRow(goods: Goods, promotion: DemoPromotion, index: number) {
  const { uuid, kind, name, description, days, gift_sku } = promotion
  return {
    promotion_id: index + 1,
    uuid,
    kind,
    name,
    description,
    is_active: true,
    starts_at: vietnamTime(goods.opened_at, -7, 0),
    ends_at: vietnamTime(goods.opened_at, days, last_hour),
    percent: promotion.percent ?? null,
    value: promotion.value ?? null,
    most: promotion.most ?? null,
    min_total: promotion.min_total ?? 0,
    payment_method: promotion.payment_method ?? null,
    excludes: promotion.excludes ?? [],
    choice_group: promotion.choice_group ?? null,
    gift_product_id: gift_sku === undefined ? null : numberOf(goods.by_sku, gift_sku),
    gift_quantity: 1,
    quota_id: quotaOf(goods, promotion.quota),
    per_customer: promotion.per_customer ?? null,
    position: index,
  }
}

function targetRows(goods: Goods, { models = [], categories = [] }: DemoPromotion, index: number) {
  const promotion_id = index + 1
  const products = models.flatMap((model) => goods.by_model.get(model) ?? [])
  return [
    ...products.map((product_id) => ({ promotion_id, product_id, category_id: null })),
    ...categories.map((code) => ({
      promotion_id,
      product_id: null,
      category_id: numberOf(goods.shelves.categories, code),
    })),
  ]
}

function flashRows(goods: Goods, { windows }: DemoTrade) {
  const sales = windowsFrom(goods.opened_at, windows.length).map((window, index) => ({
    flash_sale_id: index + 1,
    name: windowName(window),
    ...window,
    per_customer: 1,
  }))
  const items = windows.flatMap((window, index) =>
    window.items.map(([sku, price, slots], position) => ({
      flash_sale_id: index + 1,
      product_id: numberOf(goods.by_sku, sku),
      price,
      quota_id: quotaOf(goods, slots),
      position,
    })),
  )
  return { sales, items: items.map((item, index) => ({ flash_sale_item_id: index + 1, ...item })) }
}

function voucherRow(goods: Goods, voucher: DemoVoucher, index: number) {
  const { code, name, description, days, customer_group } = voucher
  const groups = goods.data.oddities.customer_groups
  return {
    voucher_id: index + 1,
    code,
    name,
    description,
    percent: voucher.percent ?? null,
    value: voucher.value ?? null,
    most: voucher.most ?? null,
    min_total: voucher.min_total ?? 0,
    starts_at: vietnamTime(goods.opened_at, Math.min(-7, days - 30), 0),
    ends_at: vietnamTime(goods.opened_at, days, last_hour),
    customer_group_id:
      groups.find((group) => group.code === customer_group)?.customer_group_id ?? null,
    category_ids:
      voucher.categories?.map((each) => numberOf(goods.shelves.categories, each)) ?? null,
    excludes: voucher.excludes ?? [],
    quota_id: quotaOf(goods, voucher.quota, voucher.used),
    per_customer: voucher.per_customer ?? null,
    period: voucher.period ?? null,
    is_active: true,
  }
}

function comboRows(goods: Goods, given: readonly DemoCombo[]) {
  const pairs = given.flatMap((combo) =>
    combo.models
      .flatMap((model) => goods.by_model.get(model) ?? [])
      .map((main_product_id) => ({ combo, main_product_id })),
  )
  const combos = pairs.map(({ combo, main_product_id }, index) => ({
    combo_id: index + 1,
    name: combo.name,
    main_product_id,
    excludes: [],
    is_active: true,
  }))
  const items = pairs.flatMap(({ combo }, index) =>
    combo.items.map(({ sku, percent = null, value = null, price = null }, position) => ({
      combo_id: index + 1,
      product_id: numberOf(goods.by_sku, sku),
      percent,
      value,
      price,
      position,
    })),
  )
  return { combos, items: items.map((item, index) => ({ combo_item_id: index + 1, ...item })) }
}

function quotaOf(goods: Goods, total: number | undefined, used = 0): number | null {
  if (total === undefined) return null
  const quota_id = goods.quotas.length + 1
  goods.quotas.push({ quota_id, total, taken: used, settled: used })
  return quota_id
}

function numberOf(numbers: ReadonlyMap<string, number>, code: string): number {
  const number = numbers.get(code)
  if (number === undefined) throw new Error(`demo data: an offer names the unknown ${code}`)
  return number
}
