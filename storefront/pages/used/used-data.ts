import type { ReturnTerm } from '#contracts/storefront/returns.ts'
import type { UsedCard, UsedFacet, UsedGrade, UsedSort } from '#contracts/storefront/trade/used.ts'

/** The filters of the list, as its address has them. */
export interface UsedFilters {
  kind: string
  series: string
  grades: readonly UsedGrade[]
  min_battery: string
  min_price: string
  max_price: string
  at_province_id: string
  shop_id: string
  q: string
  sort: UsedSort
}

export interface UsedData {
  filters: UsedFilters
  page: number
  pages: number
  total: number
  cards: readonly UsedCard[]
  kinds: readonly UsedFacet[]
  series: readonly UsedFacet[]
  grades: readonly UsedFacet[]
  provinces: readonly UsedFacet[]
  terms: readonly ReturnTerm[]
}
