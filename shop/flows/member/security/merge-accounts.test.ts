import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { secretBox } from '#platform/files/secret-box.ts'
import { createLog } from '#platform/observe/log.ts'
import { countMembers } from '#shop/flows/member/loyalty-jobs.ts'
import { type MemberOffice, openMemberOffice } from '#shop/flows/member/account/member-office.ts'
import { mergeDueAccounts } from '#shop/flows/member/security/merge-job.ts'
import { otpLabel } from '#shop/identity/otp/otp.ts'
import { passkeySite } from '#shop/identity/passkey.ts'
import { openPasswordHasher } from '#shop/identity/password-hasher.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { aMember } from '#test/members/loyalty.ts'
import { newMemberSession } from '#test/members/member.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { low_cost, staffOffice, testProviders } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const key = { secret_key: 'k'.repeat(40), data_dir: '/nowhere' }
const box = secretBox(key, 'otp')
const daysAgo = (days: number) => new Date(checkout.now.getTime() - days * 86_400_000)
const own_password = 'canh chua cá lóc'
let password_hash: string | null
let office: StaffServices
let members: MemberOffice

type Member = Awaited<ReturnType<typeof aMember>>

beforeAll(async () => {
  const { db } = checkout.own
  const now = () => checkout.now
  const gateways = [cashOnDelivery, bankTransfer]
  const hasher = openPasswordHasher(low_cost)
  password_hash = await hasher.hash(own_password)
  office = staffOffice(await testProviders({ db, now, gateways })).services
  members = openMemberOffice({
    ...{ db, now, check: true, otp_box: box, oidc_box: secretBox(key, 'oidc') },
    hasher,
    log: createLog({ service: 'test', level: 'silent' }),
    passkey_site: passkeySite('http://smember.localhost:3000', 'Smember'),
    providers: { by_name: { google: null, zalo: null }, one_tap: null, origins: [] },
    client: { client_id: 'shop', client_secret: 'x' },
    demo_issuer: null,
  })
})
beforeEach(async () => {
  await sql`truncate otp, outbox`.execute(checkout.own.db)
})
afterEach(async () => {
  const errors = await moneyErrors(checkout.own.db)
  const missing = await countMembers(checkout.own.db, checkout.now)
  if (errors.length + missing.length > 0) throw new RangeError([...errors, ...missing].join('\n'))
})

const memberOrders = async (buyer: Member) =>
  dataOf<{ orders: object[] }>(await buyer.call('GET', '/api/member/orders'))

async function bought(buyer: Member, item_id: number, quantity = 1): Promise<void> {
  await buyer.prepare(item_id, quantity)
  // Programs may count the orders of each account: two accounts have the same keys.
  const { length } = (await memberOrders(buyer)).orders
  const placing = { payment_method: 'cod', idempotency_key: `don-hang-so-${length + 1}` }
  await deliverOrder(office, dataOf<Order>(await buyer.order(placing)).code)
}

/** A member with 3,000 points and two orders. */
async function withPoints(): Promise<Member> {
  const lan = await aMember(checkout)
  await bought(lan, products.phone)
  await bought(lan, products.cable, 4)
  return lan
}

async function phoneOf({ customer_id }: Member): Promise<string> {
  const member = checkout.own.db.selectFrom('member').select('phone')
  return (await member.where('customer_id', '=', customer_id).executeTakeFirstOrThrow()).phone
}

/** Gives an account without a password one from before today, so that a merge does not wait. */
async function givePassword(phone: string): Promise<void> {
  await sql`update member set password_hash = ${password_hash}, password_set_at = ${daysAgo(2)}
    where phone = ${phone} and password_hash is null`.execute(checkout.own.db)
}

/** Proves the phone of another account in the session of a member that is not new. */
async function prove(member: Member, phone: string): Promise<void> {
  await givePassword(phone)
  await proveByCode(member, phone)
}

async function proveByCode({ token }: Member, phone: string): Promise<void> {
  await sql`update session set confirmed_at = ${checkout.now}, created_at = ${daysAgo(2)}
    where device is not null`.execute(checkout.own.db)
  const asked = { token, phone, ip: '113.160.0.1' }
  const { otp_token } = await members.security.sendOtherPhoneCode(null, asked)
  const row = await checkout.own.db
    .selectFrom('otp')
    .select(['sealed_code', 'token_hash', 'purpose'])
    .orderBy('otp_id', 'desc')
    .executeTakeFirstOrThrow()
  const code = box.open(row.sealed_code, otpLabel(row.token_hash, row.purpose)) ?? ''
  await members.security.proveOtherAccount(null, { token, otp_token, code })
}

const merge = async ({ token }: Member, password = own_password) =>
  (await members.security.mergeAccounts(null, { token, password })).moved

async function pointsOf(member: Member): Promise<number> {
  return (await member.standing()).points
}

test('orders, points, vouchers, addresses, wishes and consents move; no point is lost', async () => {
  const { db } = checkout.own
  const lan = await withPoints()
  const stays = await aMember(checkout)
  await bought(stays, products.cable, 2)
  const other_phone = await phoneOf(lan)
  await sql`insert into voucher (code, name, value, customer_id) values ('CUALAN', 'Của Lan', 50000, ${lan.customer_id})`.execute(
    db,
  )
  await sql`insert into member_address (customer_id, name, phone, province_code, province_name, ward_id, ward_name,
    street, is_default, created_at) values (${lan.customer_id}, 'Lan', '0912345678', '79', 'HCM', 1, 'Bến Thành',
    '7 Lê Lai', true, now())`.execute(db)
  await sql`insert into consent (customer_id, purpose, is_granted, text_version, place, chosen_at)
    values (${lan.customer_id}, 'ads', true, 1, 'page', now()), (${stays.customer_id}, 'device', false, 1, 'page', now()),
      (${lan.customer_id}, 'device', true, 1, 'page', now())`.execute(db)
  await sql`insert into member_card (customer_id, kind, state, institution, holder, number, consent_version, created_at,
    decided_at, ends_on) values (${lan.customer_id}, 'student', 'accepted', 'ĐHBK', 'Lan', '2012345', 1, now(), now(),
    current_date + 300)`.execute(db)
  await sql`insert into erasure_request (customer_id, asked_at, erase_at)
    values (${lan.customer_id}, now(), now() + interval '7 days')`.execute(db)
  await lan.call('POST', '/api/wishlist/v1/wishlist', { product_id: products.phone_version })
  await lan.add(products.cable, 3)

  await prove(stays, other_phone)
  const preview = await members.security.mergePreview(null, { token: stays.token })
  expect(preview?.moved).toEqual({ orders: 2, points: 3_000, vouchers: 1, addresses: 1, wishes: 1 })
  expect(await merge(stays)).toEqual(preview?.moved)

  expect([await pointsOf(stays), await pointsOf(lan)]).toEqual([3_000, 0])
  expect(await stays.standing()).toMatchObject({ tier_code: 's-mem', best_tier: 's-mem' })
  const { rows } = await sql`select customer_id, count(*)::int as orders from sales_order
    where customer_id in (${lan.customer_id}, ${stays.customer_id}) group by 1`.execute(db)
  expect(rows).toEqual([{ customer_id: stays.customer_id, orders: 3 }])
  const { rows: owned } = await sql<{ owner: number }>`
    select customer_id as owner from voucher where code = 'CUALAN'
    union all select customer_id from member_card union all select customer_id from member_address union all select customer_id from wishlist_item
    union all select customer_id from cart_item`.execute(db)
  expect(new Set(owned.map(({ owner }) => owner))).toEqual(new Set([stays.customer_id]))
  const { rows: choices } = await sql`select purpose, is_granted from consent
    where customer_id = ${stays.customer_id} order by consent_id`.execute(db)
  expect(choices).toEqual([
    { purpose: 'device', is_granted: false },
    { purpose: 'ads', is_granted: true },
  ])
  // Nobody erases the orders that have moved.
  const asked = await db.selectFrom('erasure_request').select('state').executeTakeFirst()
  expect(asked?.state).toBe('done')
  // The other account is gone, and its phone is free and told.
  expect((await lan.call('GET', '/api/loyalty/profile')).status).toBe(401)
  expect(await phoneOf(lan)).toMatch(/^erased:/)
  const { rows: told } = await sql`select facts ->> 'about' as about from outbox
    where template = 'member_notice' order by 1`.execute(db)
  expect(told).toEqual([{ about: 'merged' }, { about: 'merged_in' }])
  const { rows: record } = await sql`select moved from member_merge where merged_at is not null
    and into_customer_id = ${stays.customer_id}`.execute(db)
  expect(record).toEqual([{ moved: preview?.moved }])
})

test('points expire when they would have, and what had expired stays expired', async () => {
  const lan = await withPoints()
  await sql`update member_order set points_expire_at = ${new Date(checkout.now.getTime() + 1_000)}
    where customer_id = ${lan.customer_id}`.execute(checkout.own.db)
  checkout.now = new Date(checkout.now.getTime() + 2_000)
  await countMembers(checkout.own.db, checkout.now)
  expect(await pointsOf(lan)).toBe(0)
  await bought(lan, products.cable, 4)
  const later = await pointsOf(lan)
  expect(later).toBeGreaterThan(0)
  const stays = await aMember(checkout)
  await prove(stays, await phoneOf(lan))
  await merge(stays)
  await countMembers(checkout.own.db, checkout.now)
  expect([await pointsOf(stays), await pointsOf(lan)]).toEqual([later, 0])
  checkout.now = new Date(checkout.now.getTime() + 400 * 86_400_000)
  await countMembers(checkout.own.db, checkout.now)
  expect(await pointsOf(stays)).toBe(0)
})

test('two tabs at once merge once, and so do two accounts in both directions', async () => {
  const [lan, stays] = [await withPoints(), await aMember(checkout)]
  await prove(stays, await phoneOf(lan))
  await sql`truncate otp`.execute(checkout.own.db)
  await prove(lan, await phoneOf(stays))
  const tries = [stays, lan, stays, lan, stays, stays].map((by) => merge(by))
  const answers = await Promise.allSettled(tries)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await pointsOf(stays)) + (await pointsOf(lan))).toBe(3_000)
})

test('only an account that was proven, with its password from before, in this session', async () => {
  const [lan, stays] = [await aMember(checkout), await aMember(checkout)]
  const refused = (code: string) => expect.objectContaining({ code })
  await expect(merge(stays)).rejects.toEqual(refused('nothing_to_merge'))
  await expect(prove(stays, '0399999999')).rejects.toEqual(refused('no_other_account'))
  await expect(prove(stays, await phoneOf(stays))).rejects.toEqual(refused('same_phone'))
  const password = 'cá rô phi kho tộ'
  await sql`update session set confirmed_at = ${checkout.now}`.execute(checkout.own.db)
  await members.account.setPassword(null, { token: lan.token, current: '', password })
  await sql`update member set password_set_at = password_set_at - interval '2 days'`.execute(
    checkout.own.db,
  )
  await prove(stays, await phoneOf(lan))
  await expect(merge(stays, 'sai rồi')).rejects.toEqual(refused('wrong_login'))
  await expect(merge(lan, password)).rejects.toEqual(refused('nothing_to_merge'))
  await merge(stays, password)
  expect(await phoneOf(lan)).toMatch(/^erased:/)
})

describe('an account that a code alone has proven', () => {
  const deps = () => ({
    db: checkout.own.db,
    now: () => checkout.now,
    log: createLog({ service: 'test', level: 'silent' }),
  })
  const waiting = ({ token }: Member) => members.security.waitingMerge(null, { token })
  const ask = async ({ token }: Member) =>
    members.security.mergeAccounts(null, { token, password: '' })
  const pass = (ms: number) => {
    checkout.now = new Date(checkout.now.getTime() + ms)
  }

  async function waits(): Promise<{ lan: Member; stays: Member }> {
    const [lan, stays] = [await withPoints(), await aMember(checkout)]
    await sql`truncate outbox`.execute(checkout.own.db)
    await proveByCode(stays, await phoneOf(lan))
    expect(await ask(stays)).toEqual({ moved: null, due_at: daysAgo(-1).toISOString() })
    return { lan, stays }
  }

  test('is merged after a day, and told at once', async () => {
    const { lan, stays } = await waits()
    const { db } = checkout.own
    await sql`insert into linked_identity (customer_id, provider, subject, shown, created_at, counts_from)
      values (${lan.customer_id}, 'zalo', 'lan', 'Lan', ${daysAgo(9)}, ${daysAgo(9)})`.execute(db)
    const told = await sql<{ about: string }>`select facts ->> 'about' as about from outbox
      where template = 'member_notice' order by 1`.execute(checkout.own.db)
    expect(told.rows).toEqual([{ about: 'merges' }, { about: 'merges_in' }])
    expect([(await waiting(lan))?.is_leaving, (await waiting(stays))?.is_leaving]).toEqual([
      true,
      false,
    ])
    pass(60_000)
    expect((await ask(stays)).due_at).toBe((await waiting(stays))?.due_at)
    pass(86_400_000 - 60_001)
    expect([await mergeDueAccounts(deps()), await pointsOf(stays)]).toEqual([0, 0])
    pass(1)
    const twice = await Promise.all([mergeDueAccounts(deps()), mergeDueAccounts(deps())])
    expect(twice.toSorted()).toEqual([0, 1])
    expect([await pointsOf(stays), await waiting(stays)]).toEqual([3_000, null])
    expect(await phoneOf(lan)).toMatch(/^erased:/)
    // Nobody was there to prove themselves once more.
    const identities = await db.selectFrom('linked_identity').select('counts_from').execute()
    expect(identities).toEqual([{ counts_from: daysAgo(-1) }])
  })

  test('waits once, however often it is asked for at the same time', async () => {
    const [lan, stays] = [await withPoints(), await aMember(checkout)]
    await proveByCode(stays, await phoneOf(lan))
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(stays)))
    const due_at = daysAgo(-1).toISOString()
    expect(answers).toEqual(answers.map(() => ({ moved: null, due_at })))
    expect((await waiting(stays))?.due_at).toBe(due_at)
    await members.security.cancelMerge(null, stays)
  })

  test('stays if either of the two stops it', async () => {
    for (const by of ['lan', 'stays'] as const) {
      const both = await waits()
      await members.security.cancelMerge(null, { token: both[by].token })
      pass(86_400_000)
      expect(await mergeDueAccounts(deps())).toBe(0)
      expect(await pointsOf(both.lan)).toBe(3_000)
    }
  })

  test('a password that a code has set is no proof, and the day begins when the one of before would be over', async () => {
    const [lan, stays] = [await withPoints(), await aMember(checkout)]
    const { db } = checkout.own
    const phone = await phoneOf(lan)
    await givePassword(phone)
    await sql`update member set created_at = ${daysAgo(30)} where phone = ${phone}`.execute(db)
    const { otp_token } = await members.account.sendCode(null, {
      ...{ phone, purpose: 'reset_password', ip: '113.160.0.9' },
    })
    const otp = await db
      .selectFrom('otp')
      .select(['sealed_code', 'token_hash', 'purpose'])
      .orderBy('otp_id', 'desc')
      .executeTakeFirstOrThrow()
    const code = box.open(otp.sealed_code, otpLabel(otp.token_hash, otp.purpose)) ?? ''
    const from = { address: '113.160.0.9', device: 'a stranger' }
    const entered = { otp_token, code, password: own_password, from }
    await members.account.resetPassword(null, entered)
    await sql`truncate otp`.execute(db)
    await proveByCode(stays, phone)
    expect(await ask(stays)).toEqual({ moved: null, due_at: daysAgo(-2).toISOString() })
    await members.security.cancelMerge(null, stays)
    pass(3 * 86_400_000)
    await sql`truncate otp`.execute(db)
    await proveByCode(stays, phone)
    expect((await members.security.mergePreview(null, stays))?.proof).toBe('none')
    expect(await merge(stays)).toBe(null)
    await members.security.cancelMerge(null, stays)
  })

  test.each(['a passkey', 'a proven address'])(
    'stays if the account that goes has got %s meanwhile, however that came',
    async (what) => {
      const { lan } = await waits()
      const { db } = checkout.own
      if (what === 'a passkey') {
        await sql`insert into member_passkey (customer_id, name, credential_id, public_key, sign_count, created_at)
          values (${lan.customer_id}, 'Máy', ${Buffer.from(what)}, '', 0, ${checkout.now})`.execute(
          db,
        )
      } else {
        await sql`update member set email = 'a@mail.example', email_proven_at = ${new Date(checkout.now.getTime() + 1_000)}
          where customer_id = ${lan.customer_id}`.execute(db)
      }
      pass(86_400_000)
      expect([await mergeDueAccounts(deps()), await pointsOf(lan)]).toEqual([0, 3_000])
      expect(await waiting(lan)).toBe(null)
    },
  )

  test('stays if its owner sets a password or the session that asked is signed out elsewhere', async () => {
    const { lan } = await waits()
    await sql`update session set confirmed_at = ${checkout.now}`.execute(checkout.own.db)
    await members.account.setPassword(null, {
      token: lan.token,
      current: '',
      password: own_password,
    })
    pass(86_400_000)
    expect(await mergeDueAccounts(deps())).toBe(0)
    const { stays } = await waits()
    const token = await newMemberSession(checkout.own.db, stays.customer_id, checkout.now)
    await members.account.endSessions(null, { token, session_id: null })
    pass(86_400_000)
    expect(await mergeDueAccounts(deps())).toBe(0)
  })
})

/** Where a merge moves rows of a customer, and why it leaves others where they are. */
const tables: Readonly<Record<string, string>> = {
  abandoned_cart: 'links of carts that are empty afterwards',
  booking: 'moves',
  campaign_recipient: 'moves',
  cart_item: 'moves',
  comment: 'moves',
  consent: 'copied; the proof stays',
  customer: 'the account itself',
  draft_order: 'staff go on with what they began',
  erasure_request: 'ends with the account',
  game_best: 'the boards of days that were played',
  game_run: 'the record of what was played',
  linked_identity: 'moves',
  loan_application: 'moves',
  member: 'ends',
  member_address: 'moves',
  member_card: 'moves, or is erased',
  member_merge: 'the record',
  member_order: 'moves',
  member_passkey: 'deleted: its handle names the other account',
  member_reward: 'the record of gifts; their vouchers move',
  member_standing: 'counted anew',
  oidc_record: 'deleted',
  phone_change: 'deleted',
  point_entry: 'moved by entries',
  product_notice: 'moves',
  push_subscription: 'moves',
  quote: 'moves',
  repair_ticket: 'moves',
  review: 'moves',
  review_vote: 'moves',
  sales_order: 'moves',
  session: 'ends',
  shop_reservation: 'moves',
  talk_report: 'moves',
  trade_quote: 'moves',
  voucher: 'moves',
  waitlist_entry: 'lasts for minutes',
  wishlist_item: 'moves',
}

test('every table that names a customer has been thought of', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%customer_id' order by 1`.execute(
    checkout.own.db,
  )
  expect(rows.map(({ name }) => name).filter((name) => !(name in tables))).toEqual([])
})
