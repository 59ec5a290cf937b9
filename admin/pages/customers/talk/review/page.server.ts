import { answerText, keyOf } from '#admin/pages/customers/talk/answer-text.ts'
import { actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import {
  type SavedAnswer,
  type StaffReview,
  talk as contract,
} from '#contracts/staff/members/talk.ts'
import { isRefusal } from '#pure/contract.ts'

export interface ReviewData {
  review: StaffReview
  answers: SavedAnswer[]
}

const changed: Problem = {
  status: 409,
  problem: 'Người viết vừa sửa đánh giá. Chưa lưu gì: đọc lại bản mới rồi quyết.',
}
const no_text: Problem = { status: 422, problem: 'Hãy viết câu trả lời hoặc chọn mẫu câu.' }

/** /noi-bo/danh-gia/:code: one review, the reply of the shop, and whether it stays. */
export const page = staffPage<ReviewData>({
  needs: 'talk.review',
  loader: async ({ services, actor, params }) => {
    const [review, answers] = await Promise.all([
      services.talk.review(actor, { review_id: keyOf(params['code']) }),
      services.talk.savedAnswers(actor, {}),
    ])
    return { review, answers }
  },
  action: actsByIntent(
    {
      answer: async (context, { code, ...fields }) => {
        const text = await answerText(context, fields)
        const input = contract.replyToReview.input.safeParse({
          ...{ review_id: code, text },
          version: fields['version'],
        })
        if (!input.success) return no_text
        try {
          await context.services.talk.replyToReview(context.actor, input.data)
        } catch (error) {
          if (!isRefusal(error, contract.replyToReview, 'text_changed')) throw error
          return { ...changed, typed: { text } }
        }
        return null
      },
      pass: async ({ services, actor }, { code, version = '' }) => {
        await services.talk.passReview(actor, { review_id: keyOf(code), version })
        return null
      },
      show: async ({ services, actor }, { code, version = '' }) => {
        await services.talk.showReview(actor, { review_id: keyOf(code), version })
        return null
      },
      hide: async ({ services, actor }, { code, reason, version }) => {
        const input = contract.hideReview.input.safeParse({ review_id: code, reason, version })
        if (!input.success) return unclear
        await services.talk.hideReview(actor, input.data)
        return null
      },
    },
    (error) => {
      if (isRefusal(error, contract.passReview, 'text_changed')) return changed
      return isRefusal(error, contract.passReview, 'review_not_found')
        ? { status: error.status, problem: 'Đánh giá này đã được người viết xóa.' }
        : null
    },
  ),
})
