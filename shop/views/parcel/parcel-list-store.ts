import { type RawBuilder, sql } from 'kysely'
import { type OpenRequest, ParcelState } from '#contracts/staff/parcels.ts'
import type { Database } from '#db/schema.ts'
import { isAfter, type ListPart } from '#platform/database/list-part.ts'
import type { Reach } from '#pure/access.ts'
import { parcelInReach } from '#shop/shipment/parcel-rows.ts'
import { countStates } from '#platform/database/state-counts.ts'

/** A parcel of a list, as stored. */
export interface ListedParcel {
  parcel_id: number
  code: string
  order_code: string
  carrier: string
  carrier_code: string | null
  state: ParcelState
  version: number
  to: string
  shop: string | null
  weight_g: number
  cod_amount: number
  part_number: number
  part_count: number
  has_rest: boolean
  created_at: Date
  updated_at: Date
}

interface ParcelFilter {
  state: ParcelState | null
  /** A code of ours, of the carrier or of the order, in capitals. */
  code: string | null
}

/** Parcels that are none of the parcels which the order has in the end. */
const uncounted_states = sql`('cancelled', 'replaced', 'written_off')`

const columns = sql`p.parcel_id, p.code, o.code as order_code, p.carrier, p.carrier_code, p.state, p.version,
  concat_ws(', ', coalesce(o.recipient->>'recipient_name', o.recipient->>'name'), province.name) as "to",
  shop.name as shop, p.weight_g, p.cod_amount,
  (select count(*)::integer from parcel one where one.order_id = p.order_id and one.parcel_id <= p.parcel_id
    and one.state not in ${uncounted_states}) as part_number,
  (select count(*)::integer from parcel one where one.order_id = p.order_id
    and one.state not in ${uncounted_states}) as part_count,
  exists (select from packing_rest where packing_rest.order_id = p.order_id) as has_rest,
  p.created_at, p.updated_at`
const joins = sql`join sales_order o using (order_id) join province using (province_id)
  left join shop on shop.shop_id = p.shop_id`

function named(code: string | null): RawBuilder<unknown> {
  if (code === null) return sql`true`
  return sql`(p.code = ${code} or p.carrier_code = ${code}
    or p.order_id = (select order_id from sales_order where code = ${code}))`
}

/** Finds parcels that staff may see, newest first. */
export async function findParcels(
  db: Database,
  reach: Reach,
  { state, code }: ParcelFilter,
  part: ListPart,
): Promise<ListedParcel[]> {
  const { rows } = await sql<ListedParcel>`
    select ${columns} from (
      select * from parcel p
      where (${state}::text is null or p.state = ${state}) and ${named(code)} and ${parcelInReach(reach)}
        and ${isAfter('p.parcel_id', part)}
      order by parcel_id desc limit ${part.limit} offset ${part.offset}
    ) p ${joins} order by p.parcel_id desc
  `.execute(db)
  return rows
}

/** Finds the parcels that staff handed over in a time, in that sequence. */
export async function findHandedOver(
  db: Database,
  reach: Reach,
  { since, until, limit }: { since: Date; until: Date; limit: number },
): Promise<(ListedParcel & { handed_at: Date; staff_name: string })[]> {
  const { rows } = await sql<ListedParcel & { handed_at: Date; staff_name: string }>`
    select ${columns}, event.happened_at as handed_at, coalesce(event.staff_name, '') as staff_name
    from parcel_event event join parcel p using (parcel_id) ${joins}
    where event.move = 'hand_over' and event.actor = 'staff' and event.happened_at >= ${since}
      and event.happened_at < ${until} and ${parcelInReach(reach)}
    order by event.happened_at, event.parcel_event_id limit ${limit}
  `.execute(db)
  return rows
}

/** Counts the parcels in each state, without the filter of the state, up to a thousand. */
export function countParcels(db: Database, reach: Reach, code: string | null) {
  return countStates(
    db,
    ParcelState.options,
    sql`from parcel p where p.state = one.state and ${named(code)} and ${parcelInReach(reach)}`,
  )
}

/** Finds one parcel that staff may see. */
export async function findParcel(
  db: Database,
  reach: Reach,
  code: string,
): Promise<ListedParcel | null> {
  const { rows } = await sql<ListedParcel>`
    select ${columns} from parcel p ${joins} where p.code = ${code} and ${parcelInReach(reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** Finds the parcels of an order that staff may see, newest first. */
export async function findParcelsOfOrder(
  db: Database,
  reach: Reach,
  order_code: string,
): Promise<ListedParcel[]> {
  const { rows } = await sql<ListedParcel>`
    select ${columns} from parcel p ${joins} where o.code = ${order_code} and ${parcelInReach(reach)}
    order by p.parcel_id desc
  `.execute(db)
  return rows
}

/** The history of a parcel, newest first. */
export async function findParcelEvents(db: Database, parcel_id: number) {
  return db
    .selectFrom('parcel_event')
    .select(['move', 'state', 'actor', 'staff_name', 'note', 'happened_at'])
    .where('parcel_id', '=', parcel_id)
    .orderBy('parcel_event_id', 'desc')
    .execute()
}

/** What is printed on a label. */
interface LabelFacts {
  recipient: string
  phone: string
  address: string
  note: string | null
  items: string
}

export async function findLabelFacts(db: Database, parcel_id: number): Promise<LabelFacts | null> {
  const { rows } = await sql<LabelFacts>`
    select coalesce(recipient->>'recipient_name', recipient->>'name') as recipient,
      coalesce(recipient->>'recipient_phone', recipient->>'phone') as phone,
      recipient->>'address_text' as address,
      coalesce((select string_agg(text, '. ' order by staff_event_id) from sales_order_staff_event event
        where event.order_id = o.order_id and event.kind = 'courier_note'), recipient->>'note') as note,
      coalesce((select string_agg(part.quantity || ' × ' || concat_ws(', ', name, color_name), '; ' order by position)
        from parcel_line part join sales_order_line line using (position)
        where part.parcel_id = p.parcel_id and line.order_id = o.order_id), '') as items
    from parcel p join sales_order o using (order_id) where p.parcel_id = ${parcel_id}
  `.execute(db)
  return rows[0] ?? null
}

/** How many events of a carrier are shown. */
const max_news = 50

/** What the carrier said about a parcel, the newest first. */
export async function findCarrierNews(db: Database, parcel_id: number) {
  return db
    .selectFrom('carrier_event')
    .select(['status', 'state', 'happened_at', 'received_at', 'source', 'outcome'])
    .where('parcel_id', '=', parcel_id)
    .orderBy('happened_at', 'desc')
    .orderBy('carrier_event_id', 'desc')
    .limit(max_news)
    .execute()
}

interface CarrierSide {
  fee: number | null
  cod_state: 'due' | 'received' | null
  claim_state: 'open' | 'paid' | 'refused' | null
  request: OpenRequest | null
  /** Nobody has told us the carrier's code, and no call that could is under way. */
  has_no_code: boolean
}

/** What a parcel's carrier takes for it, and what it has not done yet. */
export async function findCarrierSide(db: Database, parcel_id: number): Promise<CarrierSide> {
  const { rows } = await sql<CarrierSide>`
    select fee, (select state from parcel_cod cod where cod.parcel_id = parcel.parcel_id) as cod_state,
      (select state from parcel_claim claim where claim.parcel_id = parcel.parcel_id) as claim_state, carrier_code is null and carrier <> 'own' and not exists (
        select from carrier_request due where due.parcel_id = parcel.parcel_id
          and (due.action = 'cancel' or due.state = 'due')) as has_no_code,
      (select json_build_object('action', action, 'state', one.state, 'attempts', attempts, 'note', note,
          'next_attempt_at', to_char(next_attempt_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        from carrier_request one
        where one.parcel_id = parcel.parcel_id and one.state in ('due', 'rejected', 'given_up')
        order by action limit 1) as request
    from parcel where parcel_id = ${parcel_id}
  `.execute(db)
  const none = { fee: null, cod_state: null, claim_state: null, request: null, has_no_code: false }
  return rows[0] ?? none
}
