import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

/** What a ticket says of a person, and how it says nothing. Its money, parts and warranties stay in the books. */
const nobody = sql`name = '', phone = 'erased:' || ticket_id, email = null, imei = null, fault = '', notes = null,
  customer_id = null, loaner = null, secret = encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex'),
  version = version + 1`

/** Erases the person from tickets, and what staff wrote about them. The tickets are over. */
async function eraseTickets(tx: Tx, ticket_ids: readonly number[]): Promise<void> {
  await sql`
    update repair_ticket set ${nobody} where ticket_id = any(${ticket_ids}::bigint[])
  `.execute(tx)
  await sql`
    update repair_ticket_line set drop_reason = ''
    where ticket_id = any(${ticket_ids}::bigint[]) and drop_reason is not null
  `.execute(tx)
  await sql`
    update repair_event set note = null
    where ticket_id = any(${ticket_ids}::bigint[]) and note is not null
  `.execute(tx)
}

/** Erases a person from their tickets: those of their phone and those of their account. Returns the ids. */
export async function eraseTicketsOf(
  tx: Tx,
  { phone, customer_id }: { phone: string; customer_id: CustomerId | null },
): Promise<number[]> {
  const { rows } = await sql<{ ticket_id: number }>`
    select ticket_id from repair_ticket
    where ended_at is not null and (phone = ${phone} or customer_id = ${customer_id}::bigint)
    order by ticket_id for update
  `.execute(tx)
  const ticket_ids = rows.map(({ ticket_id }) => ticket_id)
  if (ticket_ids.length > 0) await eraseTickets(tx, ticket_ids)
  return ticket_ids
}

/** Erases the customers of tickets that ended before `before`. Returns how many. */
export async function eraseOldTickets(tx: Tx, before: Date, batch: number): Promise<number> {
  const { rows } = await sql<{ ticket_id: number }>`
    select ticket_id from repair_ticket where ended_at < ${before} and phone not like 'erased:%'
    order by ticket_id limit ${batch} for update skip locked
  `.execute(tx)
  const ticket_ids = rows.map(({ ticket_id }) => ticket_id)
  if (ticket_ids.length > 0) await eraseTickets(tx, ticket_ids)
  return ticket_ids.length
}

/** Locks tickets that ended before `before` and have pictures. Returns their ids. */
export async function lockPictured(tx: Tx, before: Date, batch: number): Promise<number[]> {
  const { rows } = await sql<{ ticket_id: number }>`
    select ticket_id from repair_ticket where ended_at < ${before} and ticket_id in (
      select subject_id from picture where subject_kind = 'repair_ticket')
    order by ticket_id limit ${batch} for update skip locked
  `.execute(tx)
  return rows.map(({ ticket_id }) => ticket_id)
}

/** Gives the tickets of one customer to another. */
export async function moveTicketsOf(tx: Tx, from: CustomerId, into: CustomerId): Promise<void> {
  await tx
    .updateTable('repair_ticket')
    .set({ customer_id: into })
    .where('customer_id', '=', from)
    .execute()
}
