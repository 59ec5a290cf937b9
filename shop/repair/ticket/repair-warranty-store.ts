import { sql } from 'kysely'
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
}

/** The warranties of parts in a device, by its IMEI or serial number, those that end last first. */
export async function listPartWarranties(db: Database, imei: string): Promise<PartWarranty[]> {
  const { rows } = await sql<PartWarranty>`
    select ticket.ticket_id, ticket.code, line.position, line.name, ticket.device, ticket.imei, shop.name as shop,
      line.warranty_months as months, line.warranty_from::text as "from", line.warranty_until::text as until
    from repair_ticket ticket join repair_ticket_line line using (ticket_id) join shop using (shop_id)
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

/**
 * Ends the warranty of a part that a repair under warranty has replaced: that of the new part has begun. False: the
 * repair took no such part.
 */
export async function endReplaced(
  tx: Tx,
  repair: { ticket_id: number; warranty_of: number; warranty_line: number },
  day: string,
): Promise<boolean> {
  const { rows } = await sql`
    update repair_ticket_line old set warranty_until = greatest(old.warranty_from, least(old.warranty_until, ${day}::date))
    where old.ticket_id = ${repair.warranty_of} and old.position = ${repair.warranty_line}
      and exists (select from repair_ticket_line own where own.ticket_id = ${repair.ticket_id}
        and own.state = 'used' and own.warranty_months > 0 and own.option_id = old.option_id)
    returning 1
  `.execute(tx)
  return rows.length > 0
}

/** Adds the days in which a part was in repair to its warranty. */
export async function extendPart(
  tx: Tx,
  { warranty_of, warranty_line }: { warranty_of: number; warranty_line: number },
  days: number,
): Promise<void> {
  await sql`
    update repair_ticket_line set warranty_until = warranty_until + ${days}::integer
    where ticket_id = ${warranty_of} and position = ${warranty_line}
  `.execute(tx)
}

/** How often the part or the device of a ticket was repaired under warranty, until this ticket. */
export async function countWarrantyRepairs(
  db: Database,
  ticket: {
    ticket_id: number
    kind: string
    warranty_of: number | null
    warranty_line: number | null
    unit_id: number | null
  },
): Promise<number> {
  if (ticket.kind === 'repair') return 0
  const { rows } = await sql<{ repairs: number }>`
    select count(*)::integer as repairs from repair_ticket other
    where other.ticket_id <= ${ticket.ticket_id} and other.kind = ${ticket.kind} and case when ${ticket.kind} = 'part_warranty'
      then other.warranty_of = ${ticket.warranty_of} and other.warranty_line = ${ticket.warranty_line}
      else other.unit_id = ${ticket.unit_id} end
  `.execute(db)
  return rows[0]?.repairs ?? 0
}
