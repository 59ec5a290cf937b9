import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { ticketPath } from '#admin/addresses/paths.ts'
import { pictureActs } from '#admin/kit/pictures/picture-acts.ts'
import { ticketProblem } from '#admin/pages/orders/repairs/ticket-problems.ts'
import { type Act, actsByIntent, filledFields, staffPage } from '#admin/runtime/page.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { type OfferedService, type StaffTicket } from '#contracts/staff/orders/ticket-shapes.ts'
import { tickets as contract, type TicketChange } from '#contracts/staff/orders/tickets.ts'

export interface RepairData {
  ticket: StaffTicket
  /** What was searched for, and the services that were found. */
  q: string
  services: z.infer<typeof OfferedService>[]
  form_key: string
  now: number
}

type Changes = Pick<StaffServices['tickets'], TicketChange>

/** /noi-bo/sua-chua/:code: one ticket, from the counter and back. */
export const page = staffPage<RepairData>({
  needs: 'tickets.ticket',
  takes_files: true,
  loader: async ({ services, actor, params, url: { searchParams } }) => {
    const code = params['code'] ?? ''
    const q = searchParams.get('tim')?.slice(0, 60) ?? ''
    const ticket = await services.tickets.ticket(actor, { code })
    const found = q === '' ? [] : await services.tickets.services(actor, { code, q })
    return { ticket, q, services: found, form_key: randomUUID(), now: Date.now() }
  },
  action: actsByIntent(
    {
      ...pictureActs(contract, ({ tickets }) => tickets),
      move: async ({ services, actor }, { code = '', move }) => {
        const input = contract.moveTickets.input.safeParse({ codes: [code], move })
        if (!input.success) return { status: 422, problem: 'Chưa rõ bước chuyển.' }
        const { refused } = await services.tickets.moveTickets(actor, input.data)
        const [first] = refused
        if (first === undefined) return { location: ticketPath(code) }
        return { status: 409, problem: move_problems[first.reason] }
      },
      assign: act('assign'),
      add_line: act('addLine'),
      remove_line: act('removeLine'),
      quote: act('quote'),
      answer: act('answerQuote'),
      give_up: act('giveUp'),
      use_part: act('usePart'),
      lose_part: act('losePart'),
      pay: act('takePayment'),
      reverse: act('reversePayment'),
      decide_reversal: act('decideReversal'),
      collect: act('collect'),
      reopen: act('reopen'),
      undo: act('undoCollect'),
    },
    ticketProblem,
  ),
})

const move_problems = {
  not_found: 'Phiếu này chưa giao cho bạn.',
  state: 'Phiếu vừa đổi. Xem lại bên dưới rồi làm tiếp.',
  parts_missing: 'Kho cửa hàng chưa đủ linh kiện cho phiếu này.',
  parts_unused: 'Còn linh kiện chưa ghi đã dùng. Ghi serial hoặc bỏ dòng đó trước.',
} as const

/** A form of the page whose fields are those of the operation. Fields that are left empty are none. */
function act<Name extends keyof Changes>(name: Name): Act {
  return async ({ services, actor }, fields) => {
    const input = contract[name].input.safeParse(filledFields(fields))
    if (!input.success) {
      return { status: 422, problem: input.error.issues[0]?.message ?? 'Chưa rõ yêu cầu.' }
    }
    const change = services.tickets[name] as (
      by: typeof actor,
      with_input: unknown,
    ) => Promise<unknown>
    await change(actor, input.data)
    return { location: ticketPath(input.data.code) }
  }
}
