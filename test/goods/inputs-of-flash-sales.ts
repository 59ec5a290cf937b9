import { sql } from 'kysely'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Database } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'

interface Walk {
  db: Database
  staff: StaffServices
  actor: StaffActor
}

/** What to call the operations of flash sales and games with, so that they write. */
export function inputsOfFlashSales(walk: () => Walk): Record<string, () => Promise<unknown>> {
  const plan = async () => {
    const { rows } = await sql<{ sku: string }>`
      select sku from product join price using (product_id)
      where parent_id is not null and province_id is null and list_price > 1000 limit 1`.execute(
      walk().db,
    )
    return {
      ...{ name: 'Giờ vàng', starts_at: '2098-01-01T09:00', ends_at: '2098-01-01T12:00' },
      ...{ per_customer: 1, pay_within_min: 15, is_online_only: true, needs_member: true },
      items: `${rows[0]?.sku ?? ''} 1.000 5`,
    }
  }
  const planned = async () => {
    const { db, staff, actor } = walk()
    const { flash_sale_id } = await staff.flashSales.saveFlashSale(actor, (await plan()) as never)
    // Somebody else planned it.
    await sql`update flash_sale set changed_by_id = null where flash_sale_id = ${flash_sale_id}`.execute(
      db,
    )
    return { flash_sale_id, version: 1 }
  }
  const version = async () => {
    const { staff, actor } = walk()
    const { games } = await staff.games.games(actor, {})
    return games.find(({ game }) => game === 'jump-jump')?.version ?? 0
  }
  return {
    'games.openGame': async () => ({ game: 'jump-jump', is_open: false, version: await version() }),
    'games.setPrizes': async () => ({
      ...{ game: 'jump-jump', version: await version(), prizes_per_day: 7 },
      ...{ prizes: [{ score: 1_000, value: 10_000 }], ranking_value: 0, ranking_registration: '' },
    }),
    'flashSales.saveFlashSale': plan,
    'flashSales.approveFlashSale': planned,
    'flashSales.stopFlashSale': async () => {
      const { staff, actor } = walk()
      const seen = await planned()
      // The walk has approved one with the same item before.
      await sql`update flash_sale set is_active = false`.execute(walk().db)
      const { version } = await staff.flashSales.approveFlashSale(actor, seen)
      return { ...seen, version }
    },
  }
}
