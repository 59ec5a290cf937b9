import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Database } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { products } from '#test/support/small-shop.ts'

interface Shop {
  db: Database
  staff: StaffServices
  actor: StaffActor
}

/** What to call the operations on reviews and comments with, so that they write. */
export function inputsOfTalk(shop: () => Shop): Record<string, () => Promise<unknown>> {
  const secret = () => randomBytes(16).toString('hex')
  /** As staff have read it. */
  const readReview = async (review_id: number) => {
    const { version } = await shop().staff.talk.review(shop().actor, { review_id })
    return { review_id, version }
  }
  const readComment = async (comment_id: number) => {
    const { version } = await shop().staff.talk.comment(shop().actor, { comment_id })
    return { comment_id, version }
  }
  const review = async () => {
    const { rows } = await sql<{ review_id: number }>`
      insert into review (product_id, secret, name, stars, text, state, created_at)
      values (${products.phone_version}, ${secret()}, 'An', 4, 'Máy dùng ổn trong tầm giá', 'published', now())
      returning review_id`.execute(shop().db)
    return readReview(rows[0]?.review_id ?? 0)
  }
  const comment = async () => {
    const { rows } = await sql<{ comment_id: number }>`
      insert into comment (subject_kind, subject_id, secret, name, text, state, due_at, created_at)
      values ('product', ${products.phone_version}, ${secret()}, 'An', 'Còn hàng không shop?', 'published', now(), now())
      returning comment_id`.execute(shop().db)
    return readComment(rows[0]?.comment_id ?? 0)
  }
  const hiddenReview = async () => {
    const { staff, actor } = shop()
    const one = await review()
    await staff.talk.hideReview(actor, { ...one, reason: 'insult' })
    return one
  }
  const hiddenComment = async () => {
    const { staff, actor } = shop()
    const one = await comment()
    await staff.talk.hideComment(actor, { ...one, reason: 'insult' })
    return one
  }
  const savedAnswer = async () => {
    const { rows } = await sql<{ saved_answer_id: number }>`
      insert into saved_answer (title, text) values ('Chào', 'Dạ vâng ạ') returning saved_answer_id`.execute(
      shop().db,
    )
    return { saved_answer_id: rows[0]?.saved_answer_id ?? 0 }
  }
  return {
    'talk.replyToReview': async () => ({ ...(await review()), text: 'Dạ cảm ơn ạ' }),
    'talk.passReview': review,
    'talk.hideReview': async () => ({ ...(await review()), reason: 'advertising' }),
    'talk.showReview': hiddenReview,
    'talk.answerComment': async () => ({ ...(await comment()), text: 'Dạ còn ạ' }),
    'talk.passComment': comment,
    'talk.hideComment': async () => ({ ...(await comment()), reason: 'off_topic' }),
    'talk.showComment': hiddenComment,
    'talk.saveAnswer': async () => ({ title: 'Giao hàng', text: 'Dạ 2-4 ngày ạ' }),
    'talk.removeAnswer': savedAnswer,
  }
}
