import { returnPath, ticketPath, tradeInPath } from '#admin/addresses/paths.ts'
import { ticket_state_titles } from '#admin/pages/orders/repairs/ticket-texts.ts'
import { return_state_titles } from '#admin/pages/returns/return-texts.ts'
import { trade_state_titles } from '#admin/pages/trade/trade-in-texts.ts'
import type { CustomerTicket } from '#contracts/staff/customers.ts'

/** A ticket in words. The server finds them: the texts of three trades would be a part of the page's script. */
export interface TicketLine {
  code: string
  path: string
  /** Its kind, the device or goods, and the shop. */
  what: string
  state: string
  at: string
}

export function ticketLine(ticket: CustomerTicket): TicketLine {
  const { code, what, shop, at } = ticket
  const [kind, path, state] = wordsOf(ticket)
  return { code, path, state, at, what: `${kind}: ${what}${shop === null ? '' : ` · ${shop}`}` }
}

function wordsOf(ticket: CustomerTicket): [kind: string, path: string, state: string] {
  const { code } = ticket
  switch (ticket.kind) {
    case 'repair':
      return ['Sửa', ticketPath(code), ticket_state_titles[ticket.state]]
    case 'return':
      return ['Đổi trả', returnPath(code), return_state_titles[ticket.state]]
    case 'trade_in':
      return ['Thu cũ', tradeInPath(code), trade_state_titles[ticket.state]]
  }
}
