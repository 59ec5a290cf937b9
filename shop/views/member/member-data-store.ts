import { sql } from 'kysely'
import type { MemberData } from '#contracts/storefront/member.ts'
import type { Database } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

const whole_list = { limit: null, offset: 0 }

type DataOrder = MemberData['orders'][number]

/** The orders of a member with what they typed and bought, the newest first. */
export async function findOrdersForData(
  db: Database,
  customer_id: CustomerId,
  { limit, offset }: { limit: number | null; offset: number } = whole_list,
): Promise<DataOrder[]> {
  const { rows } = await sql<{ ordered: DataOrder }>`
    select jsonb_build_object('code', o.code, 'state', o.state, 'payment_method', o.payment_method,
      'created_at', ${utc('o.created_at')},
      'salutation', o.recipient->>'salutation', 'name', o.recipient->>'name', 'phone', o.recipient->>'phone', 'email', o.recipient->>'email',
      'recipient_name', o.recipient->>'recipient_name', 'recipient_phone', o.recipient->>'recipient_phone',
      'address', coalesce(o.recipient->>'address_text', ''), 'note', o.recipient->>'note',
      'data_transfer', coalesce((o.recipient->>'data_transfer')::boolean, false),
      'company', case when jsonb_typeof(o.recipient->'company_invoice') = 'object'
        then o.recipient->'company_invoice'->>'name' end,
      'grand_total', o.grand_total, 'refunded_total', o.refunded_total,
      'items', (select coalesce(jsonb_agg(jsonb_build_object('sku', sku, 'name', concat_ws(', ', name, color_name),
          'quantity', item_quantity, 'price', final_price, 'total', line_total) order by position), '[]')
        from sales_order_line line where line.order_id = o.order_id)) as ordered
    from sales_order o where o.customer_id = ${customer_id} order by o.order_id desc
    limit ${limit}::integer offset ${offset}
  `.execute(db)
  return rows.map(({ ordered }) => ordered)
}

type AccountData = Pick<
  MemberData,
  | 'wishes'
  | 'notices'
  | 'bookings'
  | 'trade_ins'
  | 'repairs'
  | 'shop_reservations'
  | 'reviews'
  | 'comments'
  | 'games'
  | 'passkeys'
  | 'linked_identities'
  | 'sessions'
>

/** What a member likes and asked to be told of, and how and where they sign in. */
export async function findAccountData(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<AccountData> {
  const { rows } = await sql<AccountData>`
    select (
      select coalesce(jsonb_agg(jsonb_build_object('product', p.name, 'added_at', ${utc('w.added_at')})
        order by w.added_at desc), '[]')
      from wishlist_item w join product p using (product_id) where w.customer_id = ${customer_id}
    ) as wishes, (
      select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind,
        'product', coalesce(p.name, landing_page.name, flash_sale.name), 'channel', n.channel,
        'recipient', case when n.channel <> 'push' then n.recipient end, 'state', n.state,
        'created_at', ${utc('n.created_at')}) order by n.product_notice_id desc), '[]')
      from product_notice n left join product p using (product_id) left join landing_page using (landing_page_id)
        left join flash_sale using (flash_sale_id) where n.customer_id = ${customer_id}
    ) as notices, (
      select coalesce(jsonb_agg(jsonb_build_object('code', b.code, 'state', b.state, 'shop', shop.name,
        'starts_at', ${utc('b.starts_at')}, 'name', b.name, 'phone', b.phone, 'email', b.email, 'notes', b.notes,
        'total', b.total, 'services', (select coalesce(jsonb_agg(line.name order by position), '[]')
          from booking_line line where line.booking_id = b.booking_id)) order by b.booking_id desc), '[]')
      from booking b join shop using (shop_id) where b.customer_id = ${customer_id}
    ) as bookings, (
      select coalesce(jsonb_agg(jsonb_build_object('code', q.code, 'state', q.state, 'shop', shop.name,
        'device', q.device_name, 'device_code', coalesce(q.device_code, q.typed_code), 'value', q.value,
        'offer', q.offer, 'created_at', ${utc('q.created_at')}, 'name', q.name, 'phone', q.phone)
        order by q.trade_quote_id desc), '[]')
      from trade_quote q join shop using (shop_id) where q.customer_id = ${customer_id}
    ) as trade_ins, (
      select coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'state', t.state, 'shop', shop.name,
        'device', t.device, 'imei', t.imei, 'fault', t.fault, 'received_at', ${utc('t.created_at')}, 'name', t.name,
        'phone', t.phone, 'email', t.email, 'work', (select coalesce(jsonb_agg(line.name order by position), '[]')
          from repair_ticket_line line where line.ticket_id = t.ticket_id)) order by t.ticket_id desc), '[]')
      from repair_ticket t join shop using (shop_id) where t.customer_id = ${customer_id}
    ) as repairs, (
      select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'state', r.state,
        'item', concat_ws(', ', p.name, nullif(p.color_name, '')), 'shop', shop.name,
        'created_at', ${utc('r.created_at')}, 'expires_at', ${utc('r.expires_at')}, 'name', r.name, 'phone', r.phone,
        'email', r.email) order by r.shop_reservation_id desc), '[]')
      from shop_reservation r join shop using (shop_id) join product p using (product_id)
      where r.customer_id = ${customer_id}
    ) as shop_reservations, (
      select coalesce(jsonb_agg(jsonb_build_object('product', p.name, 'stars', v.stars, 'text', v.text, 'name', v.name,
        'state', v.state, 'created_at', ${utc('v.created_at')}) order by v.review_id desc), '[]')
      from review v join product p using (product_id) where v.customer_id = ${customer_id}
    ) as reviews, (
      select coalesce(jsonb_agg(jsonb_build_object('text', c.text, 'name', c.name, 'state', c.state,
        'created_at', ${utc('c.created_at')}) order by c.comment_id desc), '[]')
      from comment c where c.customer_id = ${customer_id}
    ) as comments, (
      select coalesce(jsonb_agg(jsonb_build_object('game', g.game_code, 'score', g.score,
        'finished_at', ${utc('g.finished_at')}) order by g.finished_at desc), '[]')
      from game_run g where g.customer_id = ${customer_id}
    ) as games, (
      select coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'created_at', ${utc('k.created_at')},
        'used_at', ${utc('k.used_at')}) order by k.member_passkey_id), '[]')
      from member_passkey k where k.customer_id = ${customer_id}
    ) as passkeys, (
      select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'subject', i.subject, 'shown', i.shown,
        'created_at', ${utc('i.created_at')}, 'used_at', ${utc('i.used_at')}) order by i.linked_identity_id), '[]')
      from linked_identity i where i.customer_id = ${customer_id}
    ) as linked_identities, (
      select coalesce(jsonb_agg(jsonb_build_object('device', s.device, 'address', s.address,
        'created_at', ${utc('s.created_at')}, 'seen_at', ${utc('s.seen_at')}) order by s.seen_at desc), '[]')
      from session s
      where s.customer_id = ${customer_id} and s.device is not null and s.ended_at is null and s.expires_at > ${now}
    ) as sessions
  `.execute(db)
  const [found] = rows
  if (found === undefined) throw new RangeError('a statement without a table has one row')
  return found
}

/** A time as JSON has it, to the second. */
function utc(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
}
