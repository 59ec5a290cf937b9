import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import type { RepairServicePage } from '#contracts/storefront/repair.ts'

/** A repair shop of the province, with the grades of the part that it has. */
export interface RepairShop {
  id: number
  name: string
  address: string
  time_opening: string
  phone: string
  map_link: string | null
  grades: string[]
}

export interface RepairData {
  service: RepairServicePage
  faq: QuestionAndAnswer[]
  shops: RepairShop[]
  /** Questions and comments, as HTML that no script touches. */
  talk: string
  elsewhere: { name: string; shop_count: number }[]
}
