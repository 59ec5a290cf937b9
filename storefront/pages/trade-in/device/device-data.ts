import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { TradeModel, TradeValue } from '#contracts/storefront/trade/trade-in.ts'
import type { TradeTarget } from '#storefront/commerce/trade/trade-target.ts'

export interface TradeDeviceData {
  model: TradeModel
  /** By question; those without an answer are left out. */
  answers: Record<string, string>
  /** Null while a question has no answer. */
  value: TradeValue | null
  target: TradeTarget | null
  /** The words that a new device is searched by, and what was found. */
  words: string
  found: Pick<ProductCard, 'product_id' | 'name' | 'thumbnail' | 'price' | 'special_price'>[]
}
