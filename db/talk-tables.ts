import type { ColumnType, Generated } from 'kysely'

type Reason = 'illegal' | 'insult' | 'personal' | 'advertising' | 'off_topic' | 'false_identity'
type Rule = 'link' | 'phone' | 'insult' | 'repeated' | 'name'

interface Review {
  review_id: Generated<number>
  version: Generated<number>
  product_id: number
  customer_id: number | null
  secret: string
  name: string
  phone: string | null
  phone_is_proven: Generated<boolean>
  stars: number
  aspects: ColumnType<Record<string, number>, string | undefined, string>
  text: string
  order_id: number | null
  bought_on: string | null
  bought_shop_id: number | null
  state: 'published' | 'held' | 'hidden'
  held_for: Rule | null
  hidden_for: Reason | null
  handled_at: Date | null
  picture_count: Generated<number>
  helpful: Generated<number>
  reports: Generated<number>
  reply: string | null
  replied_by: string | null
  replied_at: Date | null
  created_at: Date
  edited_at: Date | null
}

interface ReviewPicture {
  review_id: number
  position: number
  src: string
  width: number
  height: number
}

interface ReviewVote {
  review_id: number
  customer_id: number
  created_at: Date
}

interface ProductRating {
  product_id: number
  stars_1: Generated<number>
  stars_2: Generated<number>
  stars_3: Generated<number>
  stars_4: Generated<number>
  stars_5: Generated<number>
  with_pictures: Generated<number>
  bought: Generated<number>
}

interface ReviewCount {
  product_id: number
  stars: number
  has_pictures: boolean
  is_bought: boolean
  quantity: Generated<number>
}

interface ProductAspectRating {
  product_id: number
  aspect: string
  quantity: Generated<number>
  total: Generated<number>
}

interface TalkReport {
  subject_kind: 'review' | 'comment'
  subject_id: number
  customer_id: number
  reason: Reason
  created_at: Date
}

interface Comment {
  comment_id: Generated<number>
  version: Generated<number>
  subject_kind: 'product' | 'post' | 'repair_service'
  subject_id: number
  parent_id: number | null
  customer_id: number | null
  secret: string
  name: string
  phone: string | null
  staff_name: string | null
  text: string
  state: 'published' | 'held' | 'hidden'
  held_for: Rule | null
  hidden_for: Reason | null
  handled_at: Date | null
  reports: Generated<number>
  due_at: Date | null
  answered_at: Date | null
  created_at: Date
  edited_at: Date | null
}

interface SavedAnswer {
  saved_answer_id: Generated<number>
  title: string
  text: string
  created_at: Generated<Date>
}

/** Tables of what shoppers say: reviews with their sums, questions, and reports. */
export interface TalkTables {
  review: Review
  review_picture: ReviewPicture
  review_vote: ReviewVote
  product_rating: ProductRating
  review_count: ReviewCount
  product_aspect_rating: ProductAspectRating
  talk_report: TalkReport
  comment: Comment
  saved_answer: SavedAnswer
}
