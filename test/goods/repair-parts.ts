import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { shops } from '#test/support/small-shop.ts'

/** Sets how many parts of options the repair shop has; those that are promised stay so. */
export async function putParts(
  db: Database,
  quantities: Readonly<Record<number, number>>,
): Promise<void> {
  for (const [option_id, quantity] of Object.entries(quantities)) {
    await sql`
      insert into repair_part_stock as here (option_id, shop_id, quantity)
      values (${Number(option_id)}, ${shops.repairs}, ${quantity})
      on conflict (option_id, shop_id) do update set quantity = greatest(here.reserved, excluded.quantity)
    `.execute(db)
  }
}

/** Returns the parts whose reservations are not exactly those of the lines of tickets, each as a sentence. */
export async function partErrors(db: Database): Promise<string[]> {
  const { rows } = await sql<{
    option_id: number
    shop_id: number
    reserved: number
    held: number
    moved: number
  }>`
    select option_id, shop_id, coalesce(stock.reserved, 0) as reserved, coalesce(lines.held, 0)::integer as held,
      coalesce(moves.open, 0)::integer as moved
    from repair_part_stock stock
      full join (select option_id, shop_id, count(*) as held
        from repair_ticket_line line join repair_ticket using (ticket_id)
        where line.state = 'reserved' group by option_id, shop_id) lines using (option_id, shop_id)
      full join (select option_id, shop_id, sum(case when kind = 'reserve' then 1 else -1 end) as open
        from repair_part_move group by option_id, shop_id) moves using (option_id, shop_id)
    where coalesce(stock.reserved, 0) <> coalesce(lines.held, 0) or coalesce(stock.reserved, 0) <> coalesce(moves.open, 0)
  `.execute(db)
  return rows.map(
    ({ option_id, shop_id, reserved, held, moved }) =>
      `part ${option_id} at shop ${shop_id}: ${reserved} are reserved, ${held} by lines, ${moved} by moves`,
  )
}
