import { answerText, keyOf } from '#admin/pages/customers/talk/answer-text.ts'
import { actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import {
  type SavedAnswer,
  type StaffComment,
  talk as contract,
} from '#contracts/staff/members/talk.ts'
import { isRefusal } from '#pure/contract.ts'

export interface CommentData {
  comment: StaffComment
  answers: SavedAnswer[]
}

const changed: Problem = {
  status: 409,
  problem: 'Người viết vừa sửa hoặc viết thêm. Chưa lưu gì: đọc lại bản mới rồi quyết.',
}
const no_text: Problem = { status: 422, problem: 'Hãy viết câu trả lời hoặc chọn mẫu câu.' }

/** /noi-bo/hoi-dap/:code: one question with its thread, the answer, and whether it stays. */
export const page = staffPage<CommentData>({
  needs: 'talk.comment',
  loader: async ({ services, actor, params }) => {
    const [comment, answers] = await Promise.all([
      services.talk.comment(actor, { comment_id: keyOf(params['code']) }),
      services.talk.savedAnswers(actor, {}),
    ])
    return { comment, answers }
  },
  action: actsByIntent(
    {
      answer: async (context, { code, ...fields }) => {
        const text = await answerText(context, fields)
        const input = contract.answerComment.input.safeParse({
          ...{ comment_id: code, text },
          version: fields['version'],
        })
        if (!input.success) return no_text
        try {
          await context.services.talk.answerComment(context.actor, input.data)
        } catch (error) {
          if (!isRefusal(error, contract.answerComment, 'text_changed')) throw error
          return { ...changed, typed: { text } }
        }
        return null
      },
      pass: async ({ services, actor }, { code, version = '' }) => {
        await services.talk.passComment(actor, { comment_id: keyOf(code), version })
        return null
      },
      show: async ({ services, actor }, { code, version = '' }) => {
        await services.talk.showComment(actor, { comment_id: keyOf(code), version })
        return null
      },
      hide: async ({ services, actor }, { code, reason, version }) => {
        const input = contract.hideComment.input.safeParse({ comment_id: code, reason, version })
        if (!input.success) return unclear
        await services.talk.hideComment(actor, input.data)
        return null
      },
    },
    (error) => {
      if (isRefusal(error, contract.passComment, 'text_changed')) return changed
      return isRefusal(error, contract.passComment, 'comment_not_found')
        ? { status: error.status, problem: 'Nội dung này đã được người viết xóa.' }
        : null
    },
  ),
})
