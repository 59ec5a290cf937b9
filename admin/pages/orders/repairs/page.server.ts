import { ticketProblem } from '#admin/pages/orders/repairs/ticket-problems.ts'
import { actsByIntent, filledQuery, staffPage } from '#admin/runtime/page.ts'
import { type TicketRow, type PaymentWay } from '#contracts/staff/orders/ticket-shapes.ts'
import type { TicketState } from '#contracts/storefront/repair-ticket.ts'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'

export interface RepairsData {
  shops: { shop_id: number; name: string }[]
  shop_id: number | null
  rows: TicketRow[]
  has_next: boolean
  booked_today: number
  taken_today: { way: PaymentWay; amount: number }[]
  may_receive: boolean
  may_move: boolean
  q: string
  mine: boolean
  state: TicketState | null
  due: 'today' | 'late' | null
  now: number
}

/** /noi-bo/sua-chua: the devices in repair at one shop, by phase; or those that were searched for. */
export const page = staffPage<RepairsData>({
  needs: 'tickets.tickets',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.tickets.input.parse(filledQuery(searchParams))
    const found = await services.tickets.tickets(actor, input)
    const { q = '', mine = false, state = null, due = null } = input
    return { ...found, q, mine, state, due, now: Date.now() }
  },
  action: actsByIntent(
    {
      move: async ({ services, actor }, { move, ...fields }) => {
        const codes = Object.keys(fields).flatMap((name) =>
          name.startsWith('ticket.') ? [name.slice('ticket.'.length)] : [],
        )
        const input = contract.moveTickets.input.safeParse({ codes, move })
        if (!input.success) return { status: 422, problem: 'Chọn phiếu và bước chuyển.' }
        return { answer: await services.tickets.moveTickets(actor, input.data) }
      },
    },
    ticketProblem,
  ),
})
