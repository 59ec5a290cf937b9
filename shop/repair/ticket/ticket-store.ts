import { type RawBuilder, sql } from 'kysely'
import type { Database, Tables, Tx } from '#db/schema.ts'
import type { Selectable } from 'kysely'
import type { Reach } from '#pure/access.ts'
import type { RecordAccess } from '#shop/order/record-access.ts'
import { isAccessible } from '#shop/order/record-access-rows.ts'
import { type TicketMoveName, ticketMoveOf } from '#shop/repair/ticket/ticket-states.ts'

export type StoredTicket = Selectable<Tables['repair_ticket']>
export type StoredLine = Selectable<Tables['repair_ticket_line']>

/** The condition that staff may see a ticket: it is at a shop within reach, or assigned to them. */
function ticketInReach({ is_everything, shops, staff_id }: Reach): RawBuilder<unknown> {
  return sql`(${is_everything} or ticket.shop_id = any(${shops}::integer[]) or ticket.assigned_to = ${staff_id}::bigint)`
}

async function readTicket(
  db: Database,
  condition: RawBuilder<unknown>,
  lock: RawBuilder<unknown> = sql``,
): Promise<StoredTicket | null> {
  const { rows } = await sql<StoredTicket>`
    select ticket.*, ended_warranty::text as ended_warranty from repair_ticket ticket where ${condition} ${lock}
  `.execute(db)
  return rows[0] ?? null
}

/** Finds a ticket within reach, without a lock. */
export function findTicket(db: Database, code: string, reach: Reach): Promise<StoredTicket | null> {
  return readTicket(db, sql`ticket.code = ${code} and ${ticketInReach(reach)}`)
}

export function findTicketById(db: Database, ticket_id: number): Promise<StoredTicket | null> {
  return readTicket(db, sql`ticket.ticket_id = ${ticket_id}`)
}

/** Finds the ticket of a customer or of a link, without a lock. */
export function findTicketOf(db: Database, which: RecordAccess): Promise<StoredTicket | null> {
  return readTicket(db, isAccessible('ticket', which))
}

export function lockTicket(tx: Tx, code: string, reach: Reach): Promise<StoredTicket | null> {
  return readTicket(tx, sql`ticket.code = ${code} and ${ticketInReach(reach)}`, sql`for update`)
}

export function lockTicketOf(tx: Tx, which: RecordAccess): Promise<StoredTicket | null> {
  return readTicket(tx, isAccessible('ticket', which), sql`for update`)
}

export function lockTicketById(tx: Tx, ticket_id: number): Promise<StoredTicket | null> {
  return readTicket(tx, sql`ticket.ticket_id = ${ticket_id}`, sql`for update`)
}

/** The lines of tickets by their sequence, with those that were dropped. */
export async function listLines(db: Database, ticket_id: number): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select ticket_id, position, option_id, name, price, warranty_months, state, serial,
      warranty_from::text, warranty_until::text, drop_reason
    from repair_ticket_line where ticket_id = ${ticket_id} order by position
  `.execute(db)
  return rows
}

/** Who makes a move, and what they say. */
export interface MoveBy {
  actor: 'shopper' | 'staff'
  staff_name: string | null
  note: string | null
  at: Date
}

export type NewTicket = Omit<
  StoredTicket,
  | 'ticket_id'
  | 'code'
  | 'state'
  | 'version'
  | 'refusal_fee'
  | 'hand_code'
  | 'wrong_codes'
  | 'blocked_until'
  | 'ended_at'
  | 'created_at'
  | 'added_days'
  | 'ended_warranty'
>

/** Inserts a received ticket, and its event. */
export async function insertTicket(
  tx: Tx,
  ticket: NewTicket,
  by: MoveBy,
): Promise<{ ticket_id: number; code: string }> {
  const state = ticketMoveOf('receive').to
  const made = await tx
    .insertInto('repair_ticket')
    .values({ ...ticket, state, created_at: by.at })
    .returning(['ticket_id', 'code'])
    .executeTakeFirstOrThrow()
  await insertEvent(tx, { ticket_id: made.ticket_id, move: 'receive', state }, by)
  return made
}

/** Lets forms with the same key wait for each other: the second one finds the ticket of the first. */
export async function lockForm(tx: Tx, form_key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ticket:' || ${form_key}, 0))`.execute(tx)
}

/** The code of the ticket that this form has made already; null: it has made none. */
export async function findTicketOfForm(db: Database, form_key: string): Promise<string | null> {
  const row = await db
    .selectFrom('repair_ticket')
    .select('code')
    .where('form_key', '=', form_key)
    .executeTakeFirst()
  return row?.code ?? null
}

type TicketChange = Partial<
  Pick<
    StoredTicket,
    | 'assigned_to'
    | 'refusal_fee'
    | 'promised_at'
    | 'hand_code'
    | 'wrong_codes'
    | 'blocked_until'
    | 'ended_at'
    | 'added_days'
    | 'ended_warranty'
  >
>

/** Moves a locked ticket, with what the move writes, and its event. */
export async function updateMoved(
  tx: Tx,
  ticket_id: number,
  move: TicketMoveName,
  change: TicketChange,
  by: MoveBy,
): Promise<void> {
  const state = ticketMoveOf(move).to
  await tx
    .updateTable('repair_ticket')
    .set((eb) => ({ ...change, state, version: eb('version', '+', 1) }))
    .where('ticket_id', '=', ticket_id)
    .execute()
  await insertEvent(tx, { ticket_id, move, state }, by)
}

/** Changes a locked ticket that stays in its state. */
export async function updateTicket(
  tx: Tx,
  ticket_id: number,
  change: TicketChange = {},
): Promise<void> {
  await tx
    .updateTable('repair_ticket')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('ticket_id', '=', ticket_id)
    .execute()
}

/** Notes something that happened to a ticket without moving it. */
export async function insertEvent(
  tx: Tx,
  event: { ticket_id: number; move: string; state: StoredTicket['state'] },
  { at: happened_at, ...by }: MoveBy,
): Promise<void> {
  await tx
    .insertInto('repair_event')
    .values({ ...event, ...by, happened_at })
    .execute()
}

type NewLine = Pick<StoredLine, 'option_id' | 'name' | 'price' | 'warranty_months'>

/** Puts lines at the end of a ticket, as offered ones. */
export async function insertLines(
  tx: Tx,
  ticket_id: number,
  lines: readonly NewLine[],
): Promise<void> {
  for (const line of lines) {
    await sql`
      insert into repair_ticket_line (ticket_id, position, option_id, name, price, warranty_months, state)
      select ${ticket_id}, coalesce(max(position), 0) + 1, ${line.option_id}::bigint, ${line.name}, ${line.price},
        ${line.warranty_months}, 'offered'
      from repair_ticket_line where ticket_id = ${ticket_id}
    `.execute(tx)
  }
}

export async function updateLine(
  tx: Tx,
  { ticket_id, position }: Pick<StoredLine, 'ticket_id' | 'position'>,
  change: Partial<Pick<StoredLine, 'state' | 'serial' | 'drop_reason'>>,
): Promise<void> {
  await tx
    .updateTable('repair_ticket_line')
    .set(change)
    .where('ticket_id', '=', ticket_id)
    .where('position', '=', position)
    .execute()
}

/** Deletes lines that the customer has not said yes to. */
export async function deleteOffered(
  tx: Tx,
  ticket_id: number,
  position: number | null = null,
): Promise<void> {
  await sql`
    delete from repair_ticket_line where ticket_id = ${ticket_id} and state = 'offered'
      and (${position}::integer is null or position = ${position})
  `.execute(tx)
}
