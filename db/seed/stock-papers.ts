import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { imeiCheckDigit } from '#pure/formats/unit-codes.ts'

const staff_name = 'Kho (demo)'

/** A receipt that has not arrived completely, and a transfer that is on the way: something to look at. */
export async function seedStockPapers(trx: Tx, opened_at: Date): Promise<void> {
  await seedReceipt(trx, opened_at)
  await seedTransfer(trx, opened_at)
}

/** Three phones are on the table, two of them pasted with a mistake. */
async function seedReceipt(trx: Tx, created_at: Date): Promise<void> {
  const good = [1, 2, 3].map((number) => {
    const digits = `86000000${String(number).padStart(6, '0')}`
    return digits + imeiCheckDigit(digits)
  })
  const [first = ''] = good
  const pasted = [...good, `${first.slice(0, 14)}${(Number(first[14]) + 1) % 10}`, first].join('\n')
  await sql`
    with from_whom as (
      insert into supplier (name, created_at) values ('Nhà phân phối Sao Mai (demo)', ${created_at})
      returning supplier_id
    ), receipt as (
      insert into goods_receipt (supplier_id, shop_id, invoice, staff_name, created_at)
      select supplier_id, 1, 'SM-26-0417', ${staff_name}, ${created_at} from from_whom
      returning goods_receipt_id
    ), phone as (
      select product_id, 20 as quantity, 0 as arriving, ${pasted}::text as pasted from product
      where identified_by = 'imei' order by product_id limit 1
    ), cable as (
      select product_id, 50 as quantity, 30 as arriving, '' as pasted
      from product join category using (category_id)
      where type = 'simple' and code = 'cap' order by product_id limit 1
    )
    insert into goods_receipt_line (goods_receipt_id, product_id, quantity, arriving, pasted, cost)
    select goods_receipt_id, line.product_id, quantity, arriving, pasted,
      round(coalesce(sale_price, list_price) * 0.9, -4)
    from receipt, (select * from phone union all select * from cable) line
      left join price on price.product_id = line.product_id
        and province_id is null and customer_group_id is null`.execute(trx)
}

/** Three phones have left the first shop for the second one. */
async function seedTransfer(trx: Tx, at: Date): Promise<void> {
  const { transfer_id, code } = await trx
    .insertInto('stock_transfer')
    .values({
      ...{ from_shop_id: 1, to_shop_id: 2, state: 'sent', staff_name, created_at: at },
      ...{ sent_by: staff_name, sent_at: at },
    })
    .returning(['transfer_id', 'code'])
    .executeTakeFirstOrThrow()
  await sql`
    with leaving as (
      select unit_id from unit
      where shop_id = 1 and product_id = (select product_id from stock
        where shop_id = 1 and on_hand > unnamed order by on_hand - unnamed desc, product_id limit 1)
      order by unit_id limit 3
    )
    insert into stock_transfer_unit (transfer_id, unit_id) select ${transfer_id}, unit_id from leaving
  `.execute(trx)
  await sql`
    insert into stock_movement (product_id, shop_id, unit_id, cost, quantity, kind, document, staff_name, created_at)
    select product_id, shop_id, unit_id, cost, -1, 'transfer_out', ${code}, ${staff_name}, ${at}
    from stock_transfer_unit part join unit using (unit_id)
    where part.transfer_id = ${transfer_id} order by unit_id`.execute(trx)
  await sql`
    insert into unit_event (unit_id, move, from_state, to_state, shop_id, document, staff_name, happened_at)
    select unit_id, 'send', 'in_stock', 'in_transfer', shop_id, ${code}, ${staff_name}, ${at}
    from stock_transfer_unit part join unit using (unit_id)
    where part.transfer_id = ${transfer_id} order by unit_id`.execute(trx)
  await sql`
    update unit set state = 'in_transfer', shop_id = null, transfer_id = part.transfer_id
    from stock_transfer_unit part where part.unit_id = unit.unit_id`.execute(trx)
}
