import { z } from 'zod'
import { TicketState } from '#contracts/storefront/repair-ticket.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { customerTicket } from '#shop/flows/trade/ticket/read-ticket.ts'
import type { Channel } from '#shop/notification/outbox.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'
import { ticketMail, ticketSms } from '#shop/notification/templates/ticket-templates.ts'
import { findTicketById } from '#shop/repair/ticket/ticket-store.ts'

interface Deps {
  db: Database
  now: Now
  sender: Sender
}

const TicketFacts = z.object({
  ticket_id: z.int(),
  state: TicketState,
  /** The position of a line that was taken off. */
  dropped_line: z.int().optional(),
})

/**
 * Returns the message about a phase of a repair, or about a line that was taken off; null if the ticket has gone on
 * since.
 */
export async function renderTicket(
  { db, now, sender }: Deps,
  { channel, facts }: { channel: Channel; facts: unknown },
): Promise<(RenderedMessage & { secrets: string[] }) | null> {
  const { ticket_id, state, dropped_line } = TicketFacts.parse(facts)
  const stored = await findTicketById(db, ticket_id)
  if (stored === null || stored.state !== state) return null
  const ticket = await customerTicket(db, stored, now())
  const renderFor = channel === 'sms' ? ticketSms : ticketMail
  const { secret, hand_code } = ticket
  const dropped = ticket.dropped.find(({ position }) => position === dropped_line)
  return {
    ...renderFor(ticket, sender, dropped),
    secrets: [secret, ...(hand_code ? [hand_code] : [])],
  }
}
