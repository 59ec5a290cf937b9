import { cardPath } from '#admin/addresses/paths.ts'
import { card_state_titles } from '#admin/pages/cards/card-texts.ts'
import { actsByIntent, type Problem, staffPage } from '#admin/runtime/page.ts'
import { cards as contract, type StaffCard } from '#contracts/staff/members/cards.ts'
import { isRefusal } from '#pure/contract.ts'

export interface CardData {
  card: StaffCard
  /** Whoever looks at the pictures asks for them: it is written into the ledger. */
  shows_pictures: boolean
}

const end_problems = {
  past: 'Ngày này đã qua.',
  after_card: 'Ngày này sau hạn in trên thẻ.',
  too_late: 'Lâu nhất là hai năm.',
} as const

/** /noi-bo/khach-hang/the/:code: one request, its pictures and the answer. */
export const page = staffPage<CardData>({
  needs: 'cards.card',
  loader: async ({ services, actor, params, url: { searchParams } }) => {
    const card = await services.cards.card(actor, { card_id: cardIdOf(params['code']) })
    return { card, shows_pictures: searchParams.get('anh') === 'hien' }
  },
  action: actsByIntent(
    {
      accept: async ({ services, actor }, { code, ...fields }) => {
        const input = contract.accept.input.safeParse({ ...fields, card_id: code })
        if (!input.success) return { status: 422, problem: 'Chọn ngày dùng đến.' }
        await services.cards.accept(actor, input.data)
        return { location: cardPath(input.data.card_id) }
      },
      refuse: async ({ services, actor }, { code, ...fields }) => {
        const input = contract.refuse.input.safeParse({ ...fields, card_id: code })
        if (!input.success) return no_reason
        await services.cards.refuse(actor, input.data)
        return { location: cardPath(input.data.card_id) }
      },
      end: async ({ services, actor }, { code, ...fields }) => {
        const input = contract.end.input.safeParse({ ...fields, card_id: code })
        if (!input.success) return no_reason
        await services.cards.end(actor, input.data)
        return { location: cardPath(input.data.card_id) }
      },
    },
    problemOf,
  ),
})

const no_reason: Problem = { status: 422, problem: 'Cần ghi lý do, khách đọc được.' }

/** A number that no card has if the address names none: who may see no cards gets the same answer for all. */
function cardIdOf(code = ''): number {
  return /^[1-9]\d{0,14}$/.test(code) ? Number(code) : Number.MAX_SAFE_INTEGER
}

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.accept, 'end_refused')) {
    return { status: error.status, problem: `Chưa duyệt. ${end_problems[error.data.reason]}` }
  }
  if (isRefusal(error, contract.accept, 'card_changed')) {
    const titles: Readonly<Record<string, string>> = {
      ...card_state_titles,
      withdrawn: 'Khách đã rút',
    }
    const state = (titles[error.data.state] ?? error.data.state).toLowerCase()
    return { status: error.status, problem: `Thẻ vừa đổi, bây giờ “${state}”. Hãy xem lại.` }
  }
  return null
}
