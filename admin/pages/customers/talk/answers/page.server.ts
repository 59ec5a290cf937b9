import { keyOf } from '#admin/pages/customers/talk/answer-text.ts'
import { actsByIntent, type Problem, staffPage } from '#admin/runtime/page.ts'
import { type SavedAnswer, talk as contract } from '#contracts/staff/members/talk.ts'
import { isRefusal } from '#pure/contract.ts'

export interface AnswersData {
  answers: SavedAnswer[]
}

const incomplete: Problem = { status: 422, problem: 'Hãy điền tên và nội dung của mẫu câu.' }

/** /noi-bo/hoi-dap/mau-cau: what staff answer often. */
export const page = staffPage<AnswersData>({
  needs: 'talk.savedAnswers',
  loader: async ({ services, actor }) => ({
    answers: await services.talk.savedAnswers(actor, {}),
  }),
  action: actsByIntent(
    {
      save: async ({ services, actor }, { saved_answer_id, title, text }) => {
        const number = saved_answer_id === '' ? undefined : saved_answer_id
        const fields = { saved_answer_id: number, title, text }
        const input = contract.saveAnswer.input.safeParse(fields)
        if (!input.success) return incomplete
        await services.talk.saveAnswer(actor, input.data)
        return null
      },
      remove: async ({ services, actor }, { saved_answer_id }) => {
        await services.talk.removeAnswer(actor, { saved_answer_id: keyOf(saved_answer_id) })
        return null
      },
    },
    (error) =>
      isRefusal(error, contract.saveAnswer, 'answer_not_found')
        ? { status: error.status, problem: 'Mẫu câu này đã bị xóa.' }
        : null,
  ),
})
