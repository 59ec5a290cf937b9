import { sql } from 'kysely'
import type { Ticket } from '#contracts/storefront/lookup.ts'
import type { TicketSource } from '#shop/views/lookup/ticket-source.ts'
import { customerDue } from '#shop/views/repair/ticket-list-store.ts'

type Found = Omit<Extract<Ticket, { kind: 'repair' }>, 'received_at' | 'promised_at'> & {
  received_at: Date
  promised_at: Date
}

/** Devices in repair (decision 231), for the phone of their customer. Nothing in it names a person. */
export const repair_tickets: TicketSource = {
  find: async (db, { code, phone }) => {
    const { rows } = await sql<Found>`
      select 'repair' as kind, ticket.code, ticket.state, ticket.device, right(ticket.imei, 4) as code_end,
        ticket.created_at as received_at, ticket.promised_at, ${customerDue} as due, shop.name as shop,
        (select coalesce(jsonb_agg(jsonb_build_object('name', line.name, 'warranty_until', line.warranty_until)
            order by position), '[]')
          from repair_ticket_line line where line.ticket_id = ticket.ticket_id and line.state <> 'dropped') as lines
      from repair_ticket ticket join shop using (shop_id)
      where ticket.code = ${code} and ticket.phone = ${phone}
    `.execute(db)
    const [found] = rows
    if (found === undefined) return null
    const { received_at, promised_at, ...ticket } = found
    return {
      ...ticket,
      received_at: received_at.toISOString(),
      promised_at: promised_at.toISOString(),
    }
  },
}
