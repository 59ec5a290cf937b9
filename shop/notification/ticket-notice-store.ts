import type { Tables, Tx } from '#db/schema.ts'
import { nationalForm } from '#platform/text/vietnamese-phone.ts'

type TicketState = Tables['repair_ticket']['state']

/** Phases that need the customer, or that they wait for: told by SMS too. The others go by mail alone. */
const notified_by_sms: ReadonlySet<TicketState> = new Set([
  'received',
  'quoted',
  'ready',
  'refused',
  'handed_over',
])

/**
 * Tells a customer of the phase that their ticket has reached, in the transaction of the move. The message is rendered
 * when it is sent, and dropped if the ticket has gone on by then. With `about` it tells of a line that they had agreed
 * to and that was taken off.
 */
export async function notifyOfTicket(
  tx: Tx,
  ticket_id: number,
  now: Date,
  about: { dropped_line?: number } = {},
): Promise<void> {
  const ticket = await tx
    .selectFrom('repair_ticket')
    .select(['state', 'version', 'phone', 'email'])
    .where('ticket_id', '=', ticket_id)
    .executeTakeFirstOrThrow()
  const { state, version, phone, email } = ticket
  const ways = [
    ...(notified_by_sms.has(state) || about.dropped_line !== undefined
      ? [{ channel: 'sms', recipient: nationalForm(phone) } as const]
      : []),
    ...(email === null ? [] : [{ channel: 'email', recipient: email } as const]),
  ]
  if (ways.length === 0) return
  await tx
    .insertInto('outbox')
    .values(
      ways.map((way) => ({
        ...{ ...way, template: 'repair_ticket', state: 'waiting' as const },
        dedupe_key: `repair_ticket:${ticket_id}:${version}:${way.channel}`,
        facts: JSON.stringify({ ticket_id, state, ...about }),
        next_attempt_at: now,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

/** Deletes the messages about tickets whose customer is erased. */
export async function deleteNoticesOfTickets(tx: Tx, ticket_ids: readonly number[]): Promise<void> {
  if (ticket_ids.length === 0) return
  await tx
    .deleteFrom('outbox')
    .where('template', '=', 'repair_ticket')
    .where((eb) => eb.or(ticket_ids.map((id) => eb('dedupe_key', 'like', `repair_ticket:${id}:%`))))
    .execute()
}
