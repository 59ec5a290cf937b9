import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'

/** The warranty of a part that a repair put in. Days are YYYY-MM-DD. */
interface PartWarranty {
  ticket_id: number
  code: string
  position: number
  name: string
  device: string
  imei: string
  shop: string
  months: number
  from: string
  until: string
  /**
   * The first repair under warranty of the same fault, and how many there were. A part that such a repair put in is of
   * its fault.
   */
  fault_of: number | null
  repairs: number
}

const repairs_of_fault = (first: RawBuilder<unknown>) =>
  sql`(select count(*)::integer from repair_ticket of_fault where ${first} in (of_fault.ticket_id, of_fault.fault_of))`

/** The warranties of parts in a device, by its IMEI or serial number, those that end last first. */
export async function listPartWarranties(db: Database, imei: string): Promise<PartWarranty[]> {
  const { rows } = await sql<PartWarranty>`
    select ticket.ticket_id, ticket.code, line.position, line.name, ticket.device, ticket.imei, shop.name as shop,
      line.warranty_months as months, line.warranty_from::text as "from", line.warranty_until::text as until,
      first.fault_of, ${repairs_of_fault(sql`first.fault_of`)} as repairs
    from repair_ticket ticket join repair_ticket_line line using (ticket_id) join shop using (shop_id)
      cross join lateral (select case when ticket.kind = 'repair' then (select min(claim.ticket_id)
          from repair_ticket claim where claim.warranty_of = line.ticket_id and claim.warranty_line = line.position)
        else coalesce(ticket.fault_of, ticket.ticket_id) end as fault_of) first
    where ticket.imei = ${imei} and line.warranty_until is not null
    order by line.warranty_until desc, line.ticket_id, line.position limit 20
  `.execute(db)
  return rows
}

/** Begins the warranties of a ticket: of every line that was done and has one. */
export async function beginWarranties(tx: Tx, ticket_id: number, day: string): Promise<void> {
  await sql`
    update repair_ticket_line
    set warranty_from = ${day}::date, warranty_until = (${day}::date + warranty_months * interval '1 month')::date
    where ticket_id = ${ticket_id} and state in ('agreed', 'used') and warranty_months > 0
  `.execute(tx)
}

/** Takes back what `beginWarranties` did. */
export async function forgetWarranties(tx: Tx, ticket_id: number): Promise<void> {
  await tx
    .updateTable('repair_ticket_line')
    .set({ warranty_from: null, warranty_until: null })
    .where('ticket_id', '=', ticket_id)
    .execute()
}

interface PartOfTicket {
  warranty_of: number
  warranty_line: number
}

/**
 * Ends the warranty of a part that a repair under warranty has replaced: that of the new part has begun. Returns when
 * it would have ended; null: the repair took no such part.
 */
export async function endReplaced(
  tx: Tx,
  repair: PartOfTicket & { ticket_id: number },
  day: string,
): Promise<string | null> {
  const { rows } = await sql<{ until: string }>`
    with replaced as (
      select ticket_id, position, warranty_until from repair_ticket_line old
      where ticket_id = ${repair.warranty_of} and position = ${repair.warranty_line}
        and exists (select from repair_ticket_line own where own.ticket_id = ${repair.ticket_id}
          and own.state = 'used' and own.warranty_months > 0 and own.option_id = old.option_id)
      for update
    )
    update repair_ticket_line old
    set warranty_until = greatest(old.warranty_from, least(old.warranty_until, ${day}::date))
    from replaced where old.ticket_id = replaced.ticket_id and old.position = replaced.position
    returning replaced.warranty_until::text as until
  `.execute(tx)
  return rows[0]?.until ?? null
}

/** Takes back what `endReplaced` did. */
export async function restoreReplaced(
  tx: Tx,
  { warranty_of, warranty_line }: PartOfTicket,
  until: string,
): Promise<void> {
  await tx
    .updateTable('repair_ticket_line')
    .set({ warranty_until: until })
    .where('ticket_id', '=', warranty_of)
    .where('position', '=', warranty_line)
    .execute()
}

/** Whether a later ticket is for the warranty of a part of this one. */
export async function hasLaterClaim(tx: Tx, ticket_id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('repair_ticket')
    .select('ticket_id')
    .where('warranty_of', '=', ticket_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds the days in which a part was in repair to its warranty. */
export async function extendPart(
  tx: Tx,
  { warranty_of, warranty_line }: PartOfTicket,
  days: number,
): Promise<void> {
  await sql`
    update repair_ticket_line set warranty_until = warranty_until + ${days}::integer
    where ticket_id = ${warranty_of} and position = ${warranty_line}
  `.execute(tx)
}

/** The faults of a sold device that were repaired under its warranty, each by its first ticket. */
export async function listFaultsOfUnit(
  db: Database,
  unit_id: number,
): Promise<{ ticket_id: number; code: string; fault: string; repairs: number }[]> {
  const { rows } = await sql<{ ticket_id: number; code: string; fault: string; repairs: number }>`
    select ticket_id, code, fault, ${repairs_of_fault(sql`ticket.ticket_id`)} as repairs
    from repair_ticket ticket where unit_id = ${unit_id} and fault_of is null order by ticket_id
  `.execute(db)
  return rows
}

/** How often the fault of a ticket was repaired under warranty, until this ticket. */
export async function countWarrantyRepairs(
  db: Database,
  { ticket_id, kind, fault_of }: { ticket_id: number; kind: string; fault_of: number | null },
): Promise<number> {
  if (kind === 'repair') return 0
  const first = fault_of ?? ticket_id
  const { rows } = await sql<{ repairs: number }>`
    select count(*)::integer as repairs from repair_ticket
    where (ticket_id = ${first} or fault_of = ${first}) and ticket_id <= ${ticket_id}
  `.execute(db)
  return rows[0]?.repairs ?? 0
}
