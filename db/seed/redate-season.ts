import type { Client } from 'pg'
import type { DemoBanner } from '#db/seed/demo-data.ts'
import type { DemoPromotion, DemoTrade, DemoVoucher } from '#db/seed/demo-trade.ts'
import { offersInSeason } from '#db/seed/season-offers.ts'
import { bannerPeriod } from '#db/seed/season-banners.ts'
import { seasonCodes, seasonOf } from '#db/seed/season.ts'

/** Names that earlier releases gave to combos of the demo. Today a combo names the model that it is bought with. */
const former_combo_names = [
  'Mua iPhone tặng củ sạc 20W',
  'Mua iPhone kèm củ sạc 20W',
  'Mua kèm iPhone',
  'Mua kèm Galaxy gập',
  'Mua kèm Galaxy A',
  'Mua kèm Xiaomi',
  'Mua kèm MacBook',
  'Mua kèm laptop gaming',
  'Mua kèm laptop văn phòng',
]

/**
 * Names and dates the campaign, the voucher and the banners of the season for the day of `now`, and ends the vouchers
 * of other seasons. The offers of a shop without the demo's campaign are not changed.
 */
export async function redateSeason(
  client: Client,
  trade: DemoTrade,
  banners: readonly DemoBanner[],
  now: Date,
): Promise<void> {
  for (const banner of banners) await redateBanner(client, banner, now)
  await client.query(
    `update combo set name = 'Mua kèm ' || family.name
     from product main join product_family family on family.family_id = main.family_id
     where main.product_id = combo.main_product_id and combo.name = any($1::text[])`,
    [former_combo_names],
  )
  const { promotions, vouchers } = offersInSeason(trade, now)
  const campaign = promotions.find(({ season }) => season !== undefined)
  if (campaign === undefined || !(await hasPromotion(client, campaign.uuid))) return
  await redateCampaign(client, campaign)
  await endOtherVouchers(client, now)
  for (const voucher of vouchers) {
    if (voucher.season === 'current') await redateVoucher(client, voucher)
  }
}

async function hasPromotion(client: Client, uuid: string): Promise<boolean> {
  const found = 'select 1 from promotion where uuid = $1 and is_active'
  return (await client.query(found, [uuid])).rowCount !== 0
}

async function redateCampaign(client: Client, campaign: DemoPromotion): Promise<void> {
  const { uuid, name, description, period } = campaign
  // Only a change is written: every write removes cached pages.
  await client.query(
    `update promotion set name = $2, description = $3, starts_at = $4, ends_at = $5
     where uuid = $1 and (name, starts_at, ends_at)
       is distinct from ($2::text, $4::timestamptz, $5::timestamptz)`,
    [uuid, name, description, period?.starts_at, period?.ends_at],
  )
}

async function redateBanner(client: Client, banner: DemoBanner, now: Date): Promise<void> {
  const { starts_at, ends_at } = bannerPeriod(banner, now)
  if (starts_at === null && ends_at === null) return
  await client.query(
    `update banner set starts_at = $3, ends_at = $4
     where image = $1 and place = $2 and changed_by is null
       and (starts_at, ends_at) is distinct from ($3::timestamptz, $4::timestamptz)`,
    [banner.image, banner.place, starts_at, ends_at],
  )
}

async function endOtherVouchers(client: Client, now: Date): Promise<void> {
  const { code, starts_at } = seasonOf(now)
  const others = [...seasonCodes(now)].filter((other) => other !== code)
  await client.query(
    `update voucher set ends_at = greatest($2::timestamptz, starts_at + interval '1 second')
     where code = any($1) and ends_at > greatest($2::timestamptz, starts_at + interval '1 second')`,
    [others, starts_at],
  )
}

/**
 * Adds the voucher of the season that runs. If the season ran in an earlier year, its voucher gets the dates of this
 * year and a new quota.
 */
async function redateVoucher(client: Client, voucher: DemoVoucher): Promise<void> {
  const { code, name, description, value, period_of_season: season } = voucher
  const { min_total = 0, quota, per_customer, period } = voucher
  await client.query(
    `with slots as (
       insert into quota (total) select $6
       where not exists (select from voucher where code = $1 and starts_at = $3) returning quota_id
     )
     insert into voucher (code, name, starts_at, ends_at, description, quota_id, value, min_total,
       per_customer, period)
     select $1, $2, $3, $4, $5, quota_id, $7, $8, $9, $10 from slots
     on conflict (code) do update set name = excluded.name, starts_at = excluded.starts_at,
       ends_at = excluded.ends_at, description = excluded.description, quota_id = excluded.quota_id,
       percent = null, max_discount = null, value = excluded.value, min_total = excluded.min_total,
       per_customer = excluded.per_customer, period = excluded.period`,
    [
      ...[code, name, season?.starts_at, season?.ends_at, description],
      ...[quota, value, min_total, per_customer, period],
    ],
  )
}
