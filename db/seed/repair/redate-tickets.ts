import type { Client } from 'pg'

/**
 * Moves the demo's devices in repair on by whole days, so that the board is always that of today. A ticket that
 * somebody has touched stays where it is.
 */
export async function redateTickets(client: Client, now: Date): Promise<void> {
  await client.query(
    `with untouched as (
      select ticket_id, created_at from repair_ticket ticket
      where form_key ~ '^demo-[0-9]+$' and not exists (select from repair_event event
        where event.ticket_id = ticket.ticket_id and event.staff_name is not null and event.staff_name <> $2)
      and version = (select count(*) from repair_event event where event.ticket_id = ticket.ticket_id)
    ), days as (
      select make_interval(days => floor(extract(epoch from $1::timestamptz - max(created_at)) / 86400)::integer) as step
      from untouched
    ), events as (
      update repair_event set happened_at = happened_at + step
      from untouched, days where repair_event.ticket_id = untouched.ticket_id and step > interval '0'
    )
    update repair_ticket ticket set created_at = ticket.created_at + step, promised_at = promised_at + step
    from untouched, days where ticket.ticket_id = untouched.ticket_id and step > interval '0'`,
    [now, demo_technician],
  )
}

/** Who has moved the tickets of a new demo. */
export const demo_technician = 'Kỹ thuật viên (demo)'
