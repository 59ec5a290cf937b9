import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { permissions } from '#contracts/staff/all.ts'
import type { OwnOffers } from '#contracts/storefront/notices/offers.ts'
import { secretBox } from '#platform/files/secret-box.ts'
import { createLog } from '#platform/observe/log.ts'
import { campaignsJob } from '#shop/flows/notices/campaigns/campaigns-job.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { lockAds } from '#shop/notice/campaign/campaign-store.ts'
import type { Outgoing, Transport } from '#shop/notification/transports/transport.ts'
import { newMember } from '#test/members/member.ts'
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { everywhere, staffWith } from '#test/support/staff.ts'

/** Messages of offers, by the rules of Decree 91/2020 and decision 281. */
const secret_key = 'd'.repeat(64)
const otp_box = secretBox({ secret_key, data_dir: '' }, 'otp')
const checkout = openCheckout({ SECRET_KEY: secret_key })
const log = createLog({ service: 'test', level: 'silent' })
const writer = { ...staffWith(everywhere(permissions)), staff_id: 1, name: 'Lan' }
const approver = { ...writer, staff_id: 2, name: 'Hoa' }
const sent: Outgoing[] = []
const transport: Transport = { is_repeatable: true, send: async (one) => void sent.push(one) }
const at = (time: string) => {
  checkout.now = new Date(`${time}:00+07:00`)
}
let campaigns: ReturnType<typeof staffOffice>['services']['messageCampaigns']
const member = { phone: '+84987654321', email: 'lan@mail.example' }
let bearer: { authorization: string }

beforeAll(async () => {
  const { db } = checkout.own
  const providers = await testProviders({ db, now: () => checkout.now, gateways: [] })
  const opened = staffOffice(providers)
  campaigns = opened.services.messageCampaigns
  await opened.sign_in.createFirstAccount(null, {
    ...{ name: 'Lan', login_name: 'lan', password: 'mat khau dai cua lan 1' },
  })
  await sql`insert into staff (staff_id, name, login_name, created_at) overriding system value
    values (2, 'Hoa', 'hoa', now()) on conflict do nothing`.execute(db)
  at('2026-11-21T10:00')
  bearer = (await newMember(db, { phone: member.phone, now: checkout.now })).bearer
  await sql`update member set email = ${member.email}, email_proven_at = now()`.execute(db)
})
beforeEach(async () => {
  const { db } = checkout.own
  await sql`delete from outbox`.execute(db)
  await sql`delete from campaign_recipient`.execute(db)
  await sql`delete from message_campaign`.execute(db)
  sent.length = 0
  at('2026-11-21T10:00')
  await choose({ by_email: true, by_zalo: true })
})

const choose = async (channels: { by_email: boolean; by_zalo: boolean }) =>
  dataOf<OwnOffers>(
    await checkout.door.call('POST', '/api/offers/v1/offers', { headers: bearer, json: channels }),
  )

const text = {
  ...{ campaign_id: 0, version: 0, name: 'Black Friday' },
  channel: 'email',
  audience: 'all',
  ...{ tier_code: '', wish_path: '', title: 'Giảm đến 40%', button: 'Xem', link: '/sale' },
  ...{ body: 'Ba ngày cuối tuần.\n\nChỉ online.', zalo_template: '123' },
  ...{ starts_at: '2026-11-21T00:00', ends_at: '2026-11-30T00:00' },
} as const

type SaveInput = Parameters<typeof campaigns.saveCampaign>[1]

/** Writes a campaign and has it approved. Returns its number. */
async function approved(part: Partial<SaveInput> = {}): Promise<number> {
  const { campaign_id } = await campaigns.saveCampaign(writer, { ...text, ...part })
  await campaigns.askCampaign(writer, { campaign_id, version: 1 })
  await campaigns.approveCampaign(approver, { campaign_id, version: 2 })
  return campaign_id
}

/** Runs the job and sends; returns who got something. */
async function run(): Promise<string[]> {
  const { db } = checkout.own
  const now = () => checkout.now
  const before = sent.length
  await campaignsJob({ db, now, log }).run()
  await sendNotifications({
    ...{ db, now, log, cart: checkout.door.services.cart, otp_box },
    transports: { email: transport, sms: transport, push: transport, zalo: transport },
    sender: {
      ...{ name: 'Thử', hotline: '1800', public_url: checkout.door.url },
      company: { name: 'Công ty C', address: 'Số 1', email: 'c@shop.example' },
    },
  })
  return sent.slice(before).map(({ recipient }) => recipient)
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
const resultsOf = async (campaign_id: number) =>
  (await campaigns.campaign(writer, { campaign_id })).results

test('one writes and another approves; a change takes the approval back', async () => {
  const { campaign_id } = await campaigns.saveCampaign(writer, text)
  expect(await run()).toEqual([])
  const seen = (version: number) => ({ campaign_id, version })
  expect(await refusal(campaigns.approveCampaign(approver, seen(1)))).toBe('campaign_fixed')
  await campaigns.askCampaign(writer, seen(1))
  expect(await refusal(campaigns.approveCampaign(writer, seen(2)))).toBe('own_campaign')
  const { moves } = await campaigns.campaign(writer, { campaign_id })
  expect(moves).not.toContain('approve')
  // Whoever changes what another wrote has written it.
  await campaigns.saveCampaign(approver, { ...text, ...seen(2), title: 'Khác' })
  expect(await refusal(campaigns.approveCampaign(approver, seen(3)))).toBe('campaign_fixed')
  await campaigns.askCampaign(approver, seen(3))
  expect(await refusal(campaigns.approveCampaign(approver, seen(4)))).toBe('own_campaign')
  await campaigns.approveCampaign(writer, seen(4))
  expect(await refusal(campaigns.saveCampaign(writer, { ...text, ...seen(5) }))).toBe(
    'campaign_fixed',
  )
  expect(await run()).toEqual([member.email])
})

test('an e-mail is labelled, says who sends it, and is stopped by one press for ever', async () => {
  const campaign_id = await approved()
  const { persons, preview } = await campaigns.campaign(writer, { campaign_id })
  expect([persons, preview.subject]).toEqual([1, '[QC] Giảm đến 40%'])
  expect([await run(), await run()]).toEqual([[member.email], []])
  const mail = sent[0]
  expect(mail?.subject).toBe('[QC] Giảm đến 40%')
  expect(mail?.text).toMatch(
    /Đơn vị gửi: Công ty C · 1800 · c@shop\.example · Số 1 · http.*Không nhận nữa: http.*1800/s,
  )
  const stop = mail?.unsubscribe_url?.replace(checkout.door.url, '') ?? ''
  const { pathname } = new URL(/http\S+nhan-uu-dai\/[0-9a-f]{32}/.exec(mail?.text ?? '')?.[0] ?? '')
  // Opening the link changes nothing: mail programs open links by themselves.
  expect((await checkout.door.call('GET', pathname)).text).toContain('Ngừng nhận, về mọi sản phẩm')
  expect(await resultsOf(campaign_id)).toMatchObject({ sent: 1, unsubscribed: 0 })
  expect(dataOf(await checkout.door.call('POST', stop))).toMatchObject({ is_stopped: true })
  expect((await checkout.door.call('GET', pathname)).text).toContain('Đã ngừng.')
  expect(await resultsOf(campaign_id)).toMatchObject({ sent: 1, unsubscribed: 1 })
  await approved({ name: 'Sau' })
  expect(await run()).toEqual([])
  const { rows } = await sql<{ stored: string }>`select outbox::text as stored from outbox`.execute(
    checkout.own.db,
  )
  expect(rows.map(({ stored }) => stored).join()).not.toMatch(/nhan-uu-dai\/[0-9a-f]{32}/)
  const wrong = '/api/offers/v1/offers/stop?secret=0'
  expect(refusalOf(await checkout.door.call('POST', wrong))).toBe('404 offer_not_found')
})

test('a mail is stopped by one press also when a restore took its row away', async () => {
  const { db } = checkout.own
  await sql`delete from mail_opt_out`.execute(db)
  await approved()
  expect(await run()).toEqual([member.email])
  const stop = sent[0]?.unsubscribe_url?.replace(checkout.door.url, '') ?? ''
  const { pathname } = new URL(/http\S+nhan-uu-dai\/\S+/.exec(sent[0]?.text ?? '')?.[0] ?? '')
  expect(stop + pathname).not.toContain('mail.example')
  await sql`delete from campaign_recipient`.execute(db)
  expect((await checkout.door.call('GET', pathname)).text).toContain('l•••@mail.example')
  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  for (let press = 0; press < 2; press++) {
    expect(dataOf(await checkout.door.call('POST', stop, { form }))).toMatchObject({
      ...{ channel: 'email', recipient: 'l•••@mail.example', is_stopped: true },
    })
  }
  expect((await checkout.door.call('GET', pathname)).text).toContain('Đã ngừng.')
  await approved({ name: 'Sau' })
  expect(await run()).toEqual([])
  // What this shop did not seal names nobody.
  const forged = `${stop.slice(0, -4)}AAAA`
  expect(refusalOf(await checkout.door.call('POST', forged, { form }))).toBe('404 offer_not_found')
})

test('nothing goes out before 07:00 and from 22:00 on, nor outside of the time of the campaign', async () => {
  at('2026-11-21T06:59')
  await approved({ starts_at: '2026-11-21T00:00', ends_at: '2026-11-21T12:00' })
  expect(await run()).toEqual([])
  at('2026-11-21T07:00')
  expect(await run()).toEqual([member.email])
  at('2026-11-21T22:00')
  await approved({ name: 'Đêm', starts_at: '2026-11-22T08:00' })
  expect(await run()).toEqual([])
  at('2026-11-22T07:59')
  expect(await run()).toEqual([])
  at('2026-11-22T21:59')
  expect(await run()).toEqual([member.email])
  await approved({ name: 'Hết giờ', ends_at: '2026-11-22T21:59' })
  expect(await run()).toEqual([])
})

test('one person gets three messages of advertising in 24 hours at most; the others wait', async () => {
  for (const name of ['1', '2', '3', '4']) await approved({ name })
  expect(await run()).toHaveLength(3)
  at('2026-11-22T09:59')
  expect(await run()).toEqual([])
  at('2026-11-22T10:01')
  expect(await run()).toEqual([member.email])
})

test('a job waits until another one that counts messages has ended', async () => {
  const { db } = checkout.own
  await approved()
  let is_done = false
  const job = await db.transaction().execute(async (tx) => {
    await lockAds(tx)
    const running = campaignsJob({ db, now: () => checkout.now, log })
      .run()
      .then(() => {
        is_done = true
      })
    await expect
      .poll(async () => {
        const { rows } = await sql<{
          waiting: number
        }>`select count(*)::int as waiting from pg_locks
          where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(
          db,
        )
        return rows[0]?.waiting
      })
      .toBeGreaterThan(0)
    expect(is_done).toBe(false)
    return { running }
  })
  await job.running
  expect(is_done).toBe(true)
})

test('a pause withdraws what has not gone out, and a stop ends it', async () => {
  const campaign_id = await approved()
  const { db } = checkout.own
  await campaignsJob({ db, now: () => checkout.now, log }).run()
  await campaigns.pauseCampaign(writer, { campaign_id, version: 3 })
  expect(await run()).toEqual([])
  expect(await resultsOf(campaign_id)).toMatchObject({ recipients: 1, waiting: 1, sent: 0 })
  await campaigns.resumeCampaign(writer, { campaign_id, version: 4 })
  expect(await run()).toEqual([member.email])
  const other = await approved({ name: 'Khác' })
  await campaigns.stopCampaign(writer, { campaign_id: other, version: 3 })
  expect(await run()).toEqual([])
})

test('by mail: whoever ticked it in an order; refusing it later counts when the message goes out', async () => {
  const { db } = checkout.own
  await choose({ by_email: false, by_zalo: false })
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  dataOf(await buyer.address({ email: 'Mua@mail.example', promotion_announcement: true }))
  dataOf(await buyer.order())
  await approved()
  await campaignsJob({ db, now: () => checkout.now, log }).run()
  const { rows } = await sql`select recipient from campaign_recipient`.execute(db)
  expect(rows).toEqual([{ recipient: 'mua@mail.example' }])
  await buyer.prepare(products.cable)
  dataOf(await buyer.address({ email: 'mua@mail.example', promotion_announcement: false }))
  await sql`delete from outbox where template <> 'campaign'`.execute(db)
  expect(await run()).toEqual([])
})

test('by Zalo: members who agreed, by the approved template, not to phones that want no advertising', async () => {
  const zalo = { channel: 'zalo', audience: 'members' } as const
  expect(
    await refusal(campaigns.saveCampaign(writer, { ...text, ...zalo, zalo_template: '' })),
  ).toBe('zalo_template_needed')
  await approved(zalo)
  expect(await run()).toEqual(['0987654321'])
  expect(sent[0]?.zalo).toMatchObject({ template_id: '123', data: { noi_dung: text.body } })
  expect(sent[0]?.zalo?.data['tieu_de']).toMatch(/^\[QC\]/)
  const list = { source: 'DNC 11/2026', phones: '0987 654 321\n+84987654321\nabc' }
  expect(await campaigns.addDoNotCall(writer, list)).toEqual({ added: 1, known: 0, unreadable: 1 })
  await approved({ ...zalo, name: 'Sau' })
  expect(await run()).toEqual([])
  const { rows } = await sql<{ hash: string }>`
    select encode(phone_hash, 'hex') as hash from do_not_call`.execute(checkout.own.db)
  const hash = createHash('sha256').update('+84987654321').digest('hex')
  expect(rows).toEqual([{ hash }])
})

test('a message that Zalo does not take never goes by SMS', async () => {
  await sql`delete from do_not_call`.execute(checkout.own.db)
  await approved({ channel: 'zalo' })
  const { db } = checkout.own
  const now = () => checkout.now
  await campaignsJob({ db, now, log }).run()
  const none: Transport = {
    ...{ is_repeatable: false, send: () => Promise.reject(new RangeError('-118')) },
  }
  await sendNotifications({
    ...{ db, now, log, cart: checkout.door.services.cart, otp_box },
    transports: { email: transport, sms: transport, zalo: none },
    sender: {
      ...{ name: 'Thử', hotline: '1800', public_url: checkout.door.url },
      company: { name: 'C', address: 'A' },
    },
  })
  await sql`update outbox set state = 'sending', next_attempt_at = ${new Date(0)}`.execute(db)
  await run()
  const { rows } = await sql`select channel, state from outbox`.execute(db)
  expect(rows).toEqual([{ channel: 'zalo', state: 'failed' }])
  expect(sent).toEqual([])
})

test('by push: browsers that agreed to offers, and not those that asked for one item', async () => {
  const { db } = checkout.own
  await sql`insert into push_subscription (endpoint_hash, sealed, created_at, offers_at)
    values ('\\x01', '\\x01', now(), now()), ('\\x02', '\\x02', now(), null)`.execute(db)
  await approved({ channel: 'push' })
  const got = await run()
  expect(got).toHaveLength(1)
  expect(sent[0]).toMatchObject({ subject: '[QC] Giảm đến 40%' })
  expect(sent[0]?.open_url).toMatch(/\/sale$/)
  expect(sent[0]?.stop_url).toMatch(/\/nhan-uu-dai\/[0-9a-f]{32}$/)
})

test('a wish list narrows the audience, and so does a tier', async () => {
  const wish = { audience: 'wishlist', wish_path: '' } as const
  const count = async (part: Partial<SaveInput>) => {
    const { campaign_id } = await campaigns.saveCampaign(writer, { ...text, ...part })
    return (await campaigns.campaign(writer, { campaign_id })).persons
  }
  expect(await count(wish)).toBe(0)
  const { db } = checkout.own
  await sql`insert into wishlist_item (customer_id, product_id, added_at)
    select customer_id, (select parent_id from product where product_id = ${products.phone}), now() from member
    where phone = ${member.phone}`.execute(db)
  expect(await count(wish)).toBe(1)
  expect(await count({ ...wish, wish_path: 'khong-co' })).toBe(0)
  expect(await count({ audience: 'members', tier_code: 's-null' })).toBe(1)
  expect(await count({ audience: 'members', tier_code: 's-vip' })).toBe(0)
})

test('a guest has no proven address: only members choose, and the choice is logged', async () => {
  const buyer = await checkout.buyer()
  const asked = await buyer.call('POST', '/api/offers/v1/offers', { by_email: true })
  expect(refusalOf(asked)).toBe('403 offers_need_member')
  expect(await choose({ by_email: false, by_zalo: true })).toMatchObject({
    ...{ by_email: false, by_zalo: true, email: 'l•••@mail.example' },
  })
  const logged = await checkout.door.call('GET', '/api/consent/v1/consents', { headers: bearer })
  expect(dataOf<object[]>(logged)[0]).toMatchObject({
    ...{ purpose: 'mail', is_granted: false, place: 'offers' },
  })
})
