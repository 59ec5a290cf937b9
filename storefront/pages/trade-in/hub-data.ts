import type { DeviceCard } from '#contracts/storefront/trade/trade-in.ts'
import type { TradeTarget } from '#storefront/commerce/trade/trade-target.ts'

export interface TradeHubData {
  /** The slug of a tab; null: all devices. */
  tab: string | null
  /** The text of the search field. */
  q: string
  cards: DeviceCard[]
  /** How many other devices the list leaves out. */
  more: number
  /** The device that the old one is given for. */
  target: TradeTarget | null
}
