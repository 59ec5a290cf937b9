import type { Client } from 'pg'
import { readDemoBanners } from '#db/seed/demo-data.ts'
import { readDemoTrade } from '#db/seed/demo-trade.ts'
import { vietnamTime, type Window, windowName, windowsFrom } from '#db/seed/flash-windows.ts'
import { redateLanding } from '#db/seed/campaigns/seed-landing.ts'
import { redateTickets } from '#db/seed/repair/redate-tickets.ts'
import { redateSeason } from '#db/seed/redate-season.ts'
import { last_hour } from '#db/seed/trade.ts'

/** How many windows are running or coming after every start. */
const window_count = 9
const demo_window = 'Flash sale __/__ khung %'

/**
 * Updates the dates of the demo's offers at every start: then one flash sale runs, others are coming, and no
 * promotion of the demo has ended; devices in repair came in today. The campaign of the season is that of the day. A
 * new window has its own slots; sold slots belong to the old window.
 */
export async function redateOffers(client: Client, now: Date): Promise<void> {
  const trade = await readDemoTrade()
  const banners = await readDemoBanners()
  await client.query('begin')
  try {
    await redateWindows(client, now)
    await redateSeason(client, trade, banners, now)
    await redateLanding(client, now)
    await redateTickets(client, now)
    for (const { uuid, days } of trade.promotions) {
      if (days === undefined) continue
      await client.query(
        `update promotion set ends_at = $2 where uuid = $1 and ends_at < $3 and is_active`,
        [uuid, vietnamTime(now, days, last_hour), vietnamTime(now, 1, last_hour)],
      )
    }
    for (const { code, days } of trade.vouchers) {
      if (days === undefined) continue
      await client.query(
        `update voucher set ends_at = $2 where code = $1 and ends_at < $3 and is_active`,
        [code, vietnamTime(now, days, last_hour), vietnamTime(now, 1, last_hour)],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

interface WindowRow extends Window {
  flash_sale_id: number
}

async function redateWindows(client: Client, now: Date): Promise<void> {
  const { rows } = await client.query<WindowRow>(
    `select flash_sale_id, starts_at, ends_at from flash_sale
     where is_active and name like $1 order by starts_at, flash_sale_id`,
    [demo_window],
  )
  const live = rows.filter((row) => row.ends_at > now)
  const added = windowsFrom(now, window_count).filter((window) =>
    live.every((each) => each.ends_at <= window.starts_at || each.starts_at >= window.ends_at),
  )
  // Ended windows give their items to the new ones first, then the windows that start last.
  const sources = [...rows.filter((row) => row.ends_at <= now), ...live.toReversed()]
  for (const [turn, window] of added.entries()) {
    const source = sources[turn % Math.max(sources.length, 1)]
    if (source !== undefined) await replaceWindow(client, source.flash_sale_id, window)
  }
  // A demo of an earlier release has no window of members: the last one becomes theirs.
  await client.query(
    `update flash_sale set needs_member = true
     where flash_sale_id = (select flash_sale_id from flash_sale
         where is_active and name like $1 and starts_at > $2 order by starts_at desc limit 1)
       and not exists (select from flash_sale where is_active and name like $1 and needs_member)`,
    [demo_window, now],
  )
}

async function replaceWindow(client: Client, from: number, window: Window): Promise<void> {
  const { rows } = await client.query<{ flash_sale_id: number }>(
    `insert into flash_sale (name, starts_at, ends_at, per_customer, is_online_only, needs_member, pay_within_s, excludes)
     select $2, $3, $4, per_customer, is_online_only, needs_member, pay_within_s, excludes
     from flash_sale where flash_sale_id = $1 returning flash_sale_id`,
    [from, windowName(window), window.starts_at, window.ends_at],
  )
  await client.query(
    `with item as materialized (
       select item.product_id, item.price, item.position, quota.total,
         nextval(pg_get_serial_sequence('quota', 'quota_id')) as quota_id
       from flash_sale_item item join quota using (quota_id) where item.flash_sale_id = $1
     ), slots as (
       insert into quota (quota_id, total) select quota_id, total from item
     )
     insert into flash_sale_item (flash_sale_id, product_id, price, quota_id, position)
     select $2, product_id, price, quota_id, position from item order by position`,
    [from, rows[0]?.flash_sale_id],
  )
  await client.query('update flash_sale set is_active = false where flash_sale_id = $1', [from])
}
