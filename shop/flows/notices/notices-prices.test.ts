import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { noticesJob } from '#shop/flows/notices/notices-job.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { mailbox } from '#shop/notification/transports/transport.ts'
import { aMember } from '#test/members/loyalty.ts'
import { type Buyer, dataOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { testBox } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'

/** Whose price a notice of a lower price is about (decision 213). */
const checkout = openCheckout()
const log = createLog({ service: 'test', level: 'silent' })
const hanoi = 24
const saigon = 30

beforeEach(async () => {
  await sql`delete from product_notice`.execute(checkout.own.db)
  await sql`delete from outbox`.execute(checkout.own.db)
  await sql`delete from price where province_id is not null or customer_group_id is not null`.execute(
    checkout.own.db,
  )
})

/** Asks and confirms. */
async function ask(buyer: Buyer, email: string, province_id: number): Promise<void> {
  const wish = { kind: 'price', item_id: products.cable, email, province_id }
  dataOf(await buyer.call('POST', '/api/notices/v1/notices', wish))
  await sql`update product_notice set state = 'waiting', confirmed_at = now()
    where recipient = ${email}`.execute(checkout.own.db)
}

/** Lowers the price of one province or of one tier. */
async function lower(amount: number, whose: { province?: number; tier?: string }): Promise<void> {
  await sql`insert into price (product_id, province_id, customer_group_id, list_price, sale_price)
    values (${products.cable}, ${whose.province ?? null},
      (select customer_group_id from customer_group where code = ${whose.tier ?? null}), 190000, ${amount})`.execute(
    checkout.own.db,
  )
}

/** Runs the job, sends, and returns who was told which price. */
async function told(): Promise<[recipient: string, price: string | undefined][]> {
  const { db } = checkout.own
  const now = () => checkout.now
  await noticesJob({ db, now, log }).run()
  await sendNotifications({
    ...{ db, now, log, cart: checkout.door.services.cart, otp_box: testBox() },
    transports: { email: mailbox, sms: null },
    sender: {
      ...{ name: 'Thử', hotline: '1800', public_url: checkout.door.url },
      company: { name: 'C', address: 'A' },
    },
  })
  const { rows } = await sql<{ recipient: string; body: string }>`
    select recipient, body from outbox where state = 'sent' and template = 'notice_price'
    order by recipient`.execute(db)
  return rows.map(({ recipient, body }) => [recipient, /\d{3}\.\d{3}/.exec(body)?.[0]])
}

test('a price that falls in one province is told to whoever asked there', async () => {
  const buyer = await checkout.buyer()
  await ask(buyer, 'hanoi@mail.example', hanoi)
  await ask(buyer, 'saigon@mail.example', saigon)
  expect(await told()).toEqual([])
  await lower(140_000, { province: hanoi })
  expect(await told()).toEqual([['hanoi@mail.example', '140.000']])
})

test('a price of a tier is told to its members, and not to a guest', async () => {
  const lan = await aMember(checkout)
  await sql`insert into member_standing (customer_id, tier_code, spent, best_tier)
    values (${lan.customer_id}, 's-vip', 1, 's-vip')`.execute(checkout.own.db)
  await ask(lan, 'lan@mail.example', saigon)
  await ask(await checkout.buyer(), 'guest@mail.example', saigon)
  await lower(130_000, { tier: 's-vip' })
  expect(await told()).toEqual([['lan@mail.example', '130.000']])
})

test('a member who has the price of the tier already is not told of one that is for others', async () => {
  const lan = await aMember(checkout)
  await sql`insert into member_standing (customer_id, tier_code, spent, best_tier)
    values (${lan.customer_id}, 's-vip', 1, 's-vip')`.execute(checkout.own.db)
  await lower(130_000, { tier: 's-vip' })
  await ask(lan, 'lan@mail.example', saigon)
  const { rows } = await sql`select price_seen, province_id from product_notice`.execute(
    checkout.own.db,
  )
  expect(rows).toEqual([{ price_seen: 130_000, province_id: saigon }])
  await sql`update price set sale_price = 145000
    where product_id = ${products.cable} and province_id is null and customer_group_id is null`.execute(
    checkout.own.db,
  )
  expect(await told()).toEqual([])
})
