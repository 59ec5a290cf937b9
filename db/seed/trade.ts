import type { DemoData } from '#db/seed/demo-data.ts'
import type { DemoCombo, DemoPromotion, DemoTrade, DemoVoucher } from '#db/seed/demo-trade.ts'
import { vietnamTime, windowName, windowsFrom } from '#db/seed/flash-windows.ts'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import { offersInSeason } from '#db/seed/season-offers.ts'
import type { PlannedVersion } from '#db/seed/plan.ts'
import type { SeededCategories } from '#db/seed/categories.ts'
import type { Tx } from '#db/schema.ts'

/** The hour of the day, in Vietnam, at which offers end. */
export const last_hour = 23

interface SeedContext {
  data: Pick<DemoData, 'oddities'>
  versions: readonly PlannedVersion[]
  seeded: SeededCategories
  /** Ids of versions by model, of colours by SKU. */
  by_model: Map<string, number[]>
  by_sku: Map<string, number>
  quotas: { quota_id: number; total: number; taken: number; settled: number }[]
  opened_at: Date
}

/** Inserts promotions, flash sale windows, vouchers and combos, with dates relative to the opening. */
export async function seedTrade(
  trx: Tx,
  offers: DemoTrade,
  input: Pick<SeedContext, 'data' | 'versions' | 'seeded' | 'opened_at'>,
): Promise<void> {
  const trade = offersInSeason(offers, input.opened_at)
  const context = { ...input, ...idsOf(input.versions), quotas: [] }
  const promotions = trade.promotions.map((one, index) => promotionRow(context, one, index))
  const flash = flashRows(context, trade)
  const vouchers = trade.vouchers.map((one, index) => voucherRow(context, one, index))
  const combos = comboRows(context, trade.combos)
  const targets = trade.promotions.flatMap((one, index) => targetRows(context, one, index))
  await insertRows(trx, 'quota', context.quotas)
  await insertRows(trx, 'promotion', promotions)
  await insertRows(trx, 'promotion_target', targets)
  await insertRows(trx, 'flash_sale', flash.sales)
  await insertRows(trx, 'flash_sale_item', flash.items)
  await insertRows(trx, 'voucher', vouchers)
  await insertRows(trx, 'combo', combos.combos)
  await insertRows(trx, 'combo_item', combos.items)
  await advanceSequence(trx, 'quota', 'quota_id')
  await advanceSequence(trx, 'promotion', 'promotion_id')
  await advanceSequence(trx, 'promotion_target', 'promotion_target_id')
  await advanceSequence(trx, 'flash_sale', 'flash_sale_id')
  await advanceSequence(trx, 'flash_sale_item', 'flash_sale_item_id')
  await advanceSequence(trx, 'voucher', 'voucher_id')
  await advanceSequence(trx, 'combo', 'combo_id')
  await advanceSequence(trx, 'combo_item', 'combo_item_id')
}

function idsOf(versions: readonly PlannedVersion[]) {
  const models = Map.groupBy(versions, (version) => version.model.id)
  const colors = versions.flatMap((version) => version.colors)
  return {
    by_model: new Map(
      [...models].map(([model, own]) => [model, own.map((version) => version.product_id)]),
    ),
    by_sku: new Map(colors.map(({ product_id, variant }) => [variant.sku, product_id])),
  }
}

function promotionRow(context: SeedContext, promotion: DemoPromotion, index: number) {
  const { uuid, kind, name, description, days = 0, gift_sku, period } = promotion
  return {
    promotion_id: index + 1,
    uuid,
    kind,
    name,
    description,
    is_active: true,
    starts_at: period?.starts_at ?? vietnamTime(context.opened_at, -7, 0),
    ends_at: period?.ends_at ?? vietnamTime(context.opened_at, days, last_hour),
    percent: promotion.percent ?? null,
    value: promotion.value ?? null,
    max_discount: promotion.max_discount ?? null,
    min_total: promotion.min_total ?? 0,
    payment_method: promotion.payment_method ?? null,
    excludes: promotion.excludes ?? [],
    choice_group: promotion.choice_group ?? null,
    gift_product_id: gift_sku === undefined ? null : idOf(context.by_sku, gift_sku),
    gift_quantity: 1,
    quota_id: quotaOf(context, promotion.quota),
    per_customer: promotion.per_customer ?? null,
    position: index,
  }
}

function targetRows(
  context: SeedContext,
  { models = [], categories = [] }: DemoPromotion,
  index: number,
) {
  const promotion_id = index + 1
  const products = models.flatMap((model) => context.by_model.get(model) ?? [])
  return [
    ...products.map((product_id) => ({ promotion_id, product_id, category_id: null })),
    ...categories.map((code) => ({
      promotion_id,
      product_id: null,
      category_id: idOf(context.seeded.categories, code),
    })),
  ]
}

function flashRows(context: SeedContext, { windows }: DemoTrade) {
  const sales = windowsFrom(context.opened_at, windows.length).map((window, index) => ({
    flash_sale_id: index + 1,
    name: windowName(window),
    ...window,
    per_customer: 1,
    needs_member: windows[index]?.needs_member ?? false,
  }))
  const items = windows.flatMap((window, index) =>
    window.items.map(([sku, price, slots], position) => ({
      flash_sale_id: index + 1,
      product_id: idOf(context.by_sku, sku),
      price,
      quota_id: quotaOf(context, slots),
      position,
    })),
  )
  return { sales, items: items.map((item, index) => ({ flash_sale_item_id: index + 1, ...item })) }
}

function voucherRow(context: SeedContext, voucher: DemoVoucher, index: number) {
  const { code, name, description, days = 0, customer_group, period_of_season } = voucher
  const groups = context.data.oddities.customer_groups
  return {
    voucher_id: index + 1,
    code,
    name,
    description,
    percent: voucher.percent ?? null,
    value: voucher.value ?? null,
    max_discount: voucher.max_discount ?? null,
    min_total: voucher.min_total ?? 0,
    starts_at:
      period_of_season?.starts_at ?? vietnamTime(context.opened_at, Math.min(-7, days - 30), 0),
    ends_at: period_of_season?.ends_at ?? vietnamTime(context.opened_at, days, last_hour),
    customer_group_id:
      groups.find((group) => group.code === customer_group)?.customer_group_id ?? null,
    category_ids: voucher.categories?.map((each) => idOf(context.seeded.categories, each)) ?? null,
    excludes: voucher.excludes ?? [],
    quota_id: quotaOf(context, voucher.quota, voucher.used),
    per_customer: voucher.per_customer ?? null,
    period: voucher.period ?? null,
    is_active: true,
  }
}

function comboRows(context: SeedContext, input: readonly DemoCombo[]) {
  const pairs = input.flatMap((combo) =>
    combo.models
      .flatMap((model) => context.by_model.get(model) ?? [])
      .map((main_product_id) => ({ combo, main_product_id })),
  )
  const names = new Map(context.versions.map(({ product_id, model }) => [product_id, model.name]))
  const combos = pairs.map(({ main_product_id }, index) => ({
    combo_id: index + 1,
    name: `Mua kèm ${names.get(main_product_id)}`,
    main_product_id,
    excludes: [],
    is_active: true,
  }))
  const items = pairs.flatMap(({ combo }, index) =>
    combo.items.map(({ sku, percent = null, value = null, price = null }, position) => ({
      combo_id: index + 1,
      product_id: idOf(context.by_sku, sku),
      percent,
      value,
      price,
      position,
    })),
  )
  return { combos, items: items.map((item, index) => ({ combo_item_id: index + 1, ...item })) }
}

function quotaOf(context: SeedContext, total: number | undefined, used = 0): number | null {
  if (total === undefined) return null
  const quota_id = context.quotas.length + 1
  context.quotas.push({ quota_id, total, taken: used, settled: used })
  return quota_id
}

function idOf(ids: ReadonlyMap<string, number>, code: string): number {
  const id = ids.get(code)
  if (id === undefined) throw new Error(`demo data: an offer refers to the unknown code ${code}`)
  return id
}
