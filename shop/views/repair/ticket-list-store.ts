import { type RawBuilder, sql } from 'kysely'
import type { TicketRow } from '#contracts/staff/orders/ticket-shapes.ts'
import type { TicketState } from '#contracts/storefront/repair-ticket.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { StaffId } from '#pure/ids.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

export interface TicketFilter {
  shop_id: number | null
  state: TicketState | null
  /** Only those that are assigned to this member of staff. */
  assigned_to: StaffId | null
  /** Only those that are worked on and promised from `from` on, before `until`. */
  promised: { from: Date | null; until: Date } | null
  /** A code, a phone in E.164, or an IMEI; null: the tickets that are not over. */
  q: { code: string; phone: string | null; imei: string } | null
}

type StoredRow = Omit<TicketRow, 'promised_at' | 'received_at'> & {
  promised_at: Date
  received_at: Date
}

/** What a ticket costs, less what was paid (ticket-money.ts). */
export const customerDue = sql`(case when ticket.state in ('refused', 'handed_back') then ticket.refusal_fee else 0 end
  + (select coalesce(sum(line.price), 0) from repair_ticket_line line where line.ticket_id = ticket.ticket_id
      and case when ticket.state in ('refused', 'handed_back') then line.state = 'used'
        else line.state not in ('offered', 'dropped') end)
  - (select coalesce(sum(amount), 0) from repair_payment payment where payment.ticket_id = ticket.ticket_id))::bigint`

const rowColumns = sql`ticket.code, ticket.state, ticket.kind, ticket.device, ticket.fault, ticket.name as customer,
  ticket.phone, shop.name as shop, staff.name as assignee, ticket.promised_at, ticket.created_at as received_at,
  ${customerDue} as due`

/** Tickets within reach: the open ones of a board, or those that were searched for. */
export async function findTickets(
  db: Database,
  reach: Reach,
  filter: TicketFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${rowColumns}
    from repair_ticket ticket join shop using (shop_id) left join staff on staff.staff_id = ticket.assigned_to
    where ${ofShopInReach('ticket.shop_id', reach)} and ${matches(filter)}
    order by ticket.ended_at is not null, ticket.promised_at, ticket.ticket_id
    limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** Tickets within reach as a file lists them, by their ids. */
export async function findTicketsAfter(
  db: Database,
  reach: Reach,
  filter: TicketFilter,
  { after, limit }: { after: number | null; limit: number },
): Promise<(StoredRow & { ticket_id: number })[]> {
  const { rows } = await sql<StoredRow & { ticket_id: number }>`
    select ticket.ticket_id, ${rowColumns}
    from repair_ticket ticket join shop using (shop_id) left join staff on staff.staff_id = ticket.assigned_to
    where ${ofShopInReach('ticket.shop_id', reach)} and ${matches(filter)} and ticket.ticket_id > ${after ?? 0}
    order by ticket.ticket_id limit ${limit}
  `.execute(db)
  return rows
}

interface FoundTicket {
  code: string
  device: string
  customer: string
  phone: string
  state: TicketState
  received_at: Date
}

/** Finds tickets within reach by their code, the end of their phone, or the beginning of their IMEI. */
export async function findTicketsOf(
  db: Database,
  reach: Reach,
  {
    ticket_code,
    phone_end,
    unit_code,
  }: { ticket_code: string | null; phone_end: string | null; unit_code: string | null },
  limit: number,
): Promise<FoundTicket[]> {
  const { rows } = await sql<FoundTicket>`
    select code, device, ticket.name as customer, phone, state, created_at as received_at
    from repair_ticket ticket
    where ticket_id in (
        select ticket_id from repair_ticket where code = ${ticket_code}
        union all select ticket_id from repair_ticket where reverse(phone) like ${phone_end}
        union all select ticket_id from repair_ticket where imei like ${unit_code})
      and ${ofShopInReach('ticket.shop_id', reach)}
    order by ticket.ended_at is not null, ticket_id desc limit ${limit}
  `.execute(db)
  return rows
}

/** A ticket that is worked on: neither done nor given up. */
export const isInWork = sql`ticket.state not in ('ready', 'refused', 'handed_over', 'handed_back')`

function matches({ shop_id, state, assigned_to, promised, q }: TicketFilter): RawBuilder<unknown> {
  const found =
    q === null
      ? sql`(ticket.ended_at is null or ticket.state = ${state}::text)`
      : sql`(ticket.code = ${q.code} or ticket.phone = ${q.phone}::text or ticket.imei = ${q.imei})`
  return sql`${found} and (${state}::text is null or ticket.state = ${state})
    and (${promised === null} or (${isInWork} and ticket.promised_at < ${promised?.until ?? null}
      and (${promised?.from ?? null}::timestamptz is null or ticket.promised_at >= ${promised?.from ?? null})))
    and (${shop_id}::integer is null or ticket.shop_id = ${shop_id})
    and (${assigned_to}::bigint is null or ticket.assigned_to = ${assigned_to})`
}

/** How many bookings of a day wait for their customers at a shop. */
export async function countBookedToday(
  db: Database,
  {
    shop_id,
    from,
    until,
    reach,
  }: { shop_id: number | null; from: Date; until: Date; reach: Reach },
): Promise<number> {
  const { rows } = await sql<{ booked: number }>`
    select count(*)::integer as booked from booking
    where state = 'booked' and starts_at >= ${from} and starts_at < ${until}
      and ${ofShopInReach('booking.shop_id', reach)} and (${shop_id}::integer is null or shop_id = ${shop_id})
  `.execute(db)
  return rows[0]?.booked ?? 0
}

/** Who repairs at a shop: staff of that shop, or of all shops, with the permission. */
export async function listTechnicians(
  db: Database,
  shop_id: number,
): Promise<{ staff_id: StaffId; name: string }[]> {
  const { rows } = await sql<{ staff_id: StaffId; name: string }>`
    select distinct staff.staff_id, staff.name
    from staff join staff_role_grant using (staff_id) join role_permission grants using (role_code)
    where staff.locked_at is null and grants.permission = 'repairs.repair'
      and (grants.scope = 'all' or exists (
        select from staff_shop where staff_shop.staff_id = staff.staff_id and staff_shop.shop_id = ${shop_id}))
    order by staff.name, staff.staff_id
  `.execute(db)
  return rows
}

/** What a page of a ticket shows beside the ticket itself. */
export async function findTicketFacts(
  db: Database,
  ticket_id: number,
): Promise<{
  shop: { name: string; address: string; phone: string; time_opening: string }
  assignee: string | null
  booking_code: string | null
  warranty_of: string | null
  paid_ticket: string | null
  unit_code: string | null
  events: {
    move: string
    state: TicketState
    actor: 'shopper' | 'staff'
    staff_name: string | null
    note: string | null
    happened_at: string
  }[]
}> {
  const { rows } = await sql<Awaited<ReturnType<typeof findTicketFacts>>>`
    select jsonb_build_object('name', shop.name, 'address', shop.address, 'phone', shop.phone,
        'time_opening', shop.time_opening) as shop,
      staff.name as assignee, booking.code as booking_code, old.code as warranty_of,
      paid.code as paid_ticket, coalesce(unit.imei1, unit.serial) as unit_code,
      (select coalesce(jsonb_agg(jsonb_build_object('move', move, 'state', event.state, 'actor', actor,
          'staff_name', staff_name, 'note', note,
          'happened_at', to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by repair_event_id), '[]')
        from repair_event event where event.ticket_id = ticket.ticket_id) as events
    from repair_ticket ticket join shop using (shop_id)
      left join staff on staff.staff_id = ticket.assigned_to
      left join booking on booking.booking_id = ticket.booking_id
      left join repair_ticket old on old.ticket_id = ticket.warranty_of
      left join repair_ticket first on first.ticket_id = coalesce(ticket.fault_of, ticket.ticket_id)
      left join repair_ticket paid on paid.ticket_id = first.warranty_of
      left join unit on unit.unit_id = first.unit_id
    where ticket.ticket_id = ${ticket_id}
  `.execute(db)
  return rows[0] as Awaited<ReturnType<typeof findTicketFacts>>
}

/** Services whose names have all of these words, with what a shop has free of their parts. */
export async function findServices(
  db: Database,
  { words, shop_id }: { words: readonly string[]; shop_id: number },
): Promise<
  { item_id: number; name: string; price: number; warranty_months: number; free: number | null }[]
> {
  const { rows } = await sql<{
    item_id: number
    name: string
    price: number
    warranty_months: number
    free: number | null
  }>`
    select option.option_id as item_id, service.name || ' - ' || option.label as name, option.price,
      option.warranty_months,
      case when part.needs_part then coalesce(stock.quantity - stock.reserved, 0) end as free
    from repair_option option join repair_service service using (service_id)
      join repair_part part using (part_code)
      left join repair_part_stock stock on stock.option_id = option.option_id and stock.shop_id = ${shop_id}
    where option.is_active and service.is_active and not exists (
      select from unnest(${words}::text[]) word
      where strpos(without_marks(service.name || ' ' || option.label), without_marks(word)) = 0)
    order by service.position, service.service_id, option.position, option.option_id
    limit 12
  `.execute(db)
  return rows
}

/** The tickets of a customer by their ids, the newest first. */
export async function listTicketIdsOf(db: Database, customer_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('repair_ticket')
    .select('ticket_id')
    .where('customer_id', '=', customer_id as never)
    .orderBy('ticket_id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ ticket_id }) => ticket_id)
}
