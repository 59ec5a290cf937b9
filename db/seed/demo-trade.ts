import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type PromotionKind = 'catalogue' | 'member' | 'student' | 'gift' | 'payment'

/** A rule as its makers wrote it down: targets are models and categories by code. */
export interface DemoPromotion {
  uuid: string
  kind: PromotionKind
  name: string
  description: string
  percent?: number
  value?: number
  most?: number
  min_total?: number
  payment_method?: string
  quota?: number
  per_customer?: number
  excludes?: string[]
  choice_group?: string
  gift_sku?: string
  models?: string[]
  categories?: string[]
  /** It ends at 23:00 so many days after the shop opened. */
  days: number
}

export interface DemoVoucher {
  code: string
  name: string
  description: string
  percent?: number
  value?: number
  most?: number
  min_total?: number
  quota?: number
  /** Of the quota, uses before this shop kept its orders here. */
  used?: number
  per_customer?: number
  period?: 'day' | 'month'
  excludes?: string[]
  categories?: string[]
  /** Code of the group it is for. */
  customer_group?: string
  days: number
}

export interface DemoCombo {
  name: string
  models: string[]
  items: { sku: string; percent?: number; value?: number; price?: number }[]
}

/** Goods of one window; the timetable dates it. */
export interface DemoWindow {
  /** sku, price, slots */
  items: [string, number, number][]
}

/** What makes prices lower in the demo shop. */
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
