import { sql } from 'kysely'
import type { RefundRequestKind, RefundRequestState } from '#contracts/staff/refund-requests.ts'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { OrderId, StaffId } from '#pure/ids.ts'
import { inReach } from '#shop/order/order-rows.ts'

interface ListedRequest {
  refund_request_id: number
  order_code: string
  shop_id: number | null
  return_code: string | null
  parcel_code: string | null
  amount: number
  kind: RefundRequestKind
  reason: string
  state: RefundRequestState
  asked_by_id: StaffId
  asked_by: string
  asked_at: Date
  decided_by: string | null
  decided_at: Date | null
  decision_note: string | null
}

/** Finds requests for refunds of orders within reach: with null those that wait, then the others, latest first. */
export async function findRequests(
  db: Database,
  reach: Reach,
  state: RefundRequestState | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedRequest[]> {
  const { rows } = await sql<ListedRequest>`
    select request.refund_request_id, o.code as order_code, o.shop_id, back.code as return_code,
      (select code from parcel where parcel.parcel_id = request.parcel_id) as parcel_code, request.amount,
      request.kind, request.reason, request.state, request.asked_by as asked_by_id, asker.name as asked_by,
      request.asked_at, decider.name as decided_by, request.decided_at, request.decision_note
    from refund_request request join sales_order o using (order_id)
      join staff asker on asker.staff_id = request.asked_by
      left join staff decider on decider.staff_id = request.decided_by
      left join return_request back using (refund_request_id)
    where ${inReach(reach)} and (${state}::text is null or request.state = ${state})
    order by (request.state = 'asked') desc, refund_request_id desc limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** The order of a request within reach. Its lock comes before that of the request. */
export async function findOrderOfRequest(
  db: Database,
  refund_request_id: number,
  reach: Reach,
): Promise<{ code: string; shop_id: number | null } | null> {
  const { rows } = await sql<{ code: string; shop_id: number | null }>`
    select o.code, o.shop_id from refund_request join sales_order o using (order_id)
    where refund_request_id = ${refund_request_id} and ${inReach(reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** The money of an order within reach, in đồng. `refunded` is done or under way, `asked` waits for a decision. */
export async function findOrderMoney(
  db: Database,
  code: string,
  reach: Reach,
): Promise<{
  order_id: OrderId
  state: OrderState
  grand_total: number
  paid: number
  refunded: number
  asked: number
} | null> {
  const { rows } = await sql<NonNullable<Awaited<ReturnType<typeof findOrderMoney>>>>`
    select order_id, state, grand_total,
      coalesce((select sum(amount) from payment p
        where p.order_id = o.order_id and p.state = 'paid'), 0)::bigint as paid,
      coalesce((select sum(amount) from refund where refund.order_id = o.order_id
        and payment_review_id is null and refund.state <> 'dropped'), 0)::bigint as refunded,
      coalesce((select sum(amount) from refund_request request where request.order_id = o.order_id
        and request.state = 'asked'), 0)::bigint as asked
    from sales_order o where code = ${code} and ${inReach(reach)}
  `.execute(db)
  return rows[0] ?? null
}
