import { sql } from 'kysely'
import type { ShopperReturn } from '#contracts/storefront/returns.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import type { OrderSelector } from '#shop/views/payment/payment-result-store.ts'

/** An order as far as its returns need it. */
interface OrderOfShopper {
  order_id: OrderId
  code: string
  payment_method: string | null
}

/** Finds an order of a customer, or the order of a link; null for a foreign one, as for an absent one. */
export async function findOrderOfShopper(
  db: Database,
  whose: OrderSelector,
): Promise<OrderOfShopper | null> {
  const order = await db
    .selectFrom('sales_order')
    .select(['order_id', 'code', 'payment_method'])
    .where('code', '=', whose.code)
    .where((eb) =>
      'secret' in whose
        ? eb('secret', '=', whose.secret)
        : eb('customer_id', '=', whose.customer_id),
    )
    .$castTo<OrderOfShopper>()
    .executeTakeFirst()
  return order ?? null
}

type ListedReturn = Omit<ShopperReturn, 'created_at' | 'may'> & {
  return_id: number
  created_at: Date
  asked_by: 'shopper' | 'staff'
}

/** The returns of an order, the newest first. Of what staff wrote, the shopper sees why they accepted or refused. */
export async function findReturnsOfOrder(db: Database, order_id: OrderId): Promise<ListedReturn[]> {
  const { rows } = await sql<ListedReturn>`
    select back.return_id, back.code, back.state, back.asked_by, back.quantity, back.reason, back.wish, back.outcome,
      concat_ws(', ', line.name, line.color_name) as item, line.thumbnail,
      right(coalesce(unit.imei1, unit.serial), 4) as unit_end,
      case when back.asked_by = 'shopper' then back.words end as words, back.created_at,
      case when back.state = 'accepted' then back.bring_by end as bring_by,
      case when shop.shop_id is not null then jsonb_build_object('name', shop.name, 'address', shop.address,
        'time_opening', shop.time_opening) end as shop,
      (select event.note from return_event event where event.return_id = back.return_id
        and event.move in ('accept', 'reject') order by event.return_event_id desc limit 1) as note,
      case when back.outcome = 'refund' then back.value - back.fee end as amount,
      coalesce((select jsonb_agg(jsonb_build_object('picture_id', picture_id, 'width', width, 'height', height)
          order by picture_id)
        from picture join stored_file using (hash) where picture.subject_kind = 'return_request'
          and picture.subject_id = back.return_id and picture.staff_name is null), '[]') as pictures
    from return_request back
    join sales_order_line line on line.order_id = back.order_id and line.position = back.position
    left join shop on shop.shop_id = back.shop_id left join unit on unit.unit_id = back.unit_id
    where back.order_id = ${order_id} order by back.return_id desc
  `.execute(db)
  return rows
}

/** The file of a picture that the shopper of an order sent with one of its returns; null: there is none. */
export async function findAskedPicture(
  db: Database,
  order_id: OrderId,
  { code, picture_id }: { code: string; picture_id: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('return_request')
    .innerJoin('picture', 'picture.subject_id', 'return_request.return_id')
    .select('picture.hash')
    .where('return_request.order_id', '=', order_id)
    .where('return_request.code', '=', code)
    .where('picture.subject_kind', '=', 'return_request')
    .where('picture.picture_id', '=', picture_id)
    .where('picture.staff_name', 'is', null)
    .executeTakeFirst()
  return row?.hash ?? null
}
