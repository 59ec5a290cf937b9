import { expect, inject, test } from 'vitest'
import { withFormerDatabase } from '#test/support/database-templates.ts'

const states = ['awaiting_payment', 'confirmed', 'shipping', 'delivered', 'cancelled'] as const

test('stock of before is on hand with what orders have reserved, opened by a movement', async () => {
  const server = inject('test_server_url')
  await withFormerDatabase(server, '034-stock-movements.sql', async (client, update) => {
    // Only what the migration reads; foreign keys are not checked.
    await client.query(`
      set session_replication_role = replica;
      insert into product (product_id, sku, type, parent_id, family_id, brand_id, category_id, name, color_slug)
        values (11, 'SKU-11', 'simple', 10, 1, 1, 1, 'Máy', 'den');
      insert into shop (shop_id, external_id, code, name, company_id, address, street, ward_name,
          district_name, province_id, time_opening, phone)
        select id, id, 'CH00' || id, 'Cửa hàng', 1, 'A', 'A', 'A', 'A', 30, '8:00', '1' from unnest(array[1, 2]) id;
      insert into stock (product_id, shop_id, quantity) values (11, 1, 7)`)
    for (const [n, state] of states.entries()) {
      await client.query(
        `insert into sales_order (order_id, code, customer_id, quote_id, state, province_id, phone, recipient,
            list_total, discount, subtotal, shipping_fee, grand_total, created_at, expires_at)
          overriding system value
          values ($1, $2, 1, $1, $3, 30, '1', '{}', 0, 0, 0, 0, 0, now(), $4)`,
        [n + 1, `DH-${n}`, state, state === 'awaiting_payment' ? new Date() : null],
      )
      await client.query(
        `insert into reservation (order_id, kind, product_id, shop_id, quantity, released_at)
          values ($1, 'stock', 11, 1, 2, $2)`,
        [n + 1, state === 'cancelled' ? new Date() : null],
      )
    }
    // An import of before has deleted the stock row of this reservation.
    await client.query(`
      insert into reservation (order_id, kind, product_id, shop_id, quantity) values (2, 'stock', 11, 2, 3);
      set session_replication_role = default`)
    await update()
    const stock = await client.query(
      `select shop_id::integer, on_hand, quantity, shortage, unnamed from stock order by shop_id`,
    )
    expect(stock.rows).toEqual([
      { shop_id: 1, on_hand: 11, quantity: 7, shortage: 0, unnamed: 11 },
      { shop_id: 2, on_hand: 3, quantity: 0, shortage: 0, unnamed: 3 },
    ])
    const movements = await client.query(
      `select shop_id::integer, quantity, kind from stock_movement order by shop_id`,
    )
    expect(movements.rows).toEqual([
      { shop_id: 1, quantity: 11, kind: 'opening' },
      { shop_id: 2, quantity: 3, kind: 'opening' },
    ])
    const shipped = await client.query(
      `select state from reservation join sales_order using (order_id)
        where shipped_at is not null order by order_id`,
    )
    expect(shipped.rows).toEqual([{ state: 'shipping' }, { state: 'delivered' }])
  })
})
