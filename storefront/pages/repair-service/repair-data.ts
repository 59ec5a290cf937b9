import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import type { RepairServicePage } from '#contracts/storefront/repair.ts'
import type { CommentList } from '#contracts/storefront/talk/comments.ts'

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
  comments: CommentList
  elsewhere: { name: string; shop_count: number }[]
}
