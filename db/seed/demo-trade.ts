import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Window } from '#db/seed/flash-windows.ts'

type PromotionKind = 'catalogue' | 'member' | 'student' | 'gift' | 'payment'

/** A promotion of the demo data. Its targets are models and categories by code. */
export interface DemoPromotion {
  uuid: string
  kind: PromotionKind
  name: string
  description: string
  percent?: number
  value?: number
  max_discount?: number
  min_total?: number
  payment_method?: string
  quota?: number
  per_customer?: number
  excludes?: string[]
  choice_group?: string
  gift_sku?: string
  models?: string[]
  categories?: string[]
  /** Days after the opening of the shop; the promotion ends at 23:00 of that day. */
  days?: number
  /** Its name has "{season}", and it runs as long as the season. */
  season?: 'current'
  period?: Window
}

export interface DemoVoucher {
  /** A voucher of a season has the season's code. */
  code: string
  name: string
  description: string
  percent?: number
  value?: number
  max_discount?: number
  min_total?: number
  quota?: number
  /** Uses of the quota before this shop stored its orders here. */
  used?: number
  per_customer?: number
  period?: 'day' | 'month'
  excludes?: string[]
  categories?: string[]
  /** Code of the customer group that may use it. */
  customer_group?: string
  days?: number
  /** Its name has "{season}", and it runs as long as the season. */
  season?: 'current' | 'previous'
  period_of_season?: Window
}

/** What costs less with these models. A combo is named by the model that it is bought with. */
export interface DemoCombo {
  models: string[]
  items: { sku: string; percent?: number; value?: number; price?: number }[]
}

/** Products of one flash sale window; the timetable gives its dates. */
interface DemoWindow {
  /** Members alone have its prices. */
  needs_member?: true
  /** sku, price, slots */
  items: [string, number, number][]
}

/** The offers of the demo shop. */
export interface DemoTrade {
  promotions: DemoPromotion[]
  vouchers: DemoVoucher[]
  combos: DemoCombo[]
  windows: DemoWindow[]
}

export async function readDemoTrade(): Promise<DemoTrade> {
  const [promotions, vouchers, combos, windows] = await Promise.all([
    readJson<Pick<DemoTrade, 'promotions'>>('promotions'),
    readJson<Pick<DemoTrade, 'vouchers'>>('vouchers'),
    readJson<Pick<DemoTrade, 'combos'>>('combos'),
    readJson<Pick<DemoTrade, 'windows'>>('flash-sales'),
  ])
  return { ...promotions, ...vouchers, ...combos, ...windows }
}

async function readJson<T>(name: string): Promise<T> {
  const text = await readFile(join(import.meta.dirname, 'demo', `${name}.json`), 'utf8')
  return JSON.parse(text) as T
}
