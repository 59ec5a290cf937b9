import type { CustomerId, OrderId, QuoteId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { nationalForm } from '#platform/text/vietnamese-phone.ts'
import {
  type BookingTemplate,
  type OrderTemplate,
  ruleOf,
  type TradeTemplate,
  type LoanTemplate,
  type ShopReservationTemplate,
} from '#shop/notification/outbox.ts'

/**
 * Data of a notification beside its order. `key` distinguishes several notifications of one template for
 * one order.
 */
interface NotificationFacts {
  amount?: number
  reason?: string
  /** Where goods are brought back, and until which day: YYYY-MM-DD. */
  shop?: { name: string; address: string; time_opening: string }
  bring_by?: string
  key?: string
}

/**
 * Notifies shoppers of their orders: inserts into the outbox, in the transaction of the event (decision 080).
 * One statement for any number of orders. The same event is never notified twice.
 */
export async function notifyOfOrders(
  tx: Tx,
  order_ids: readonly OrderId[],
  template: OrderTemplate,
  now: Date,
  { key, ...facts }: NotificationFacts = {},
): Promise<void> {
  if (order_ids.length === 0) return
  const { sms, delay_s } = ruleOf(template)
  const name = key === undefined ? template : `${template}:${key}`
  const due = new Date(now.getTime() + delay_s * 1_000)
  await sql`
    insert into outbox (channel, recipient, template, order_id, dedupe_key, facts, state,
      next_attempt_at, created_at)
    select way.channel, way.recipient, ${template}, o.order_id,
      ${name}::text || ':' || o.order_id || ':' || way.channel, ${JSON.stringify(facts)}::jsonb,
      'waiting', ${due}::timestamptz, ${now}::timestamptz
    from sales_order o
    cross join lateral (values
      ('email', nullif(o.recipient ->> 'email', '')),
      ('sms', case when ${sms}::text = 'always'
        or (${sms}::text = 'no_email' and nullif(o.recipient ->> 'email', '') is null)
        then o.recipient ->> 'phone' end)
    ) as way (channel, recipient)
    where o.order_id = any(${order_ids}::bigint[]) and way.recipient is not null
    order by o.order_id
    on conflict (dedupe_key) do nothing
  `.execute(tx)
}

/**
 * Adds a reminder of an abandoned cart: once per checkout, and once per email address since `since`. Its text is
 * rendered when it is sent, so the outbox stores no cart code. Returns true when the reminder is new.
 */
export async function notifyOfAbandonedCart(
  tx: Tx,
  cart: { quote_id: QuoteId; customer_id: CustomerId; province_id: number; email: string },
  since: Date,
  now: Date,
): Promise<boolean> {
  const { quote_id, customer_id, province_id, email } = cart
  const { rows } = await sql`
    insert into outbox (channel, recipient, template, dedupe_key, facts, state, next_attempt_at, created_at)
    select 'email', ${email}::text, 'abandoned_cart', ${`abandoned_cart:${quote_id}`}::text,
      ${JSON.stringify({ customer_id, province_id })}::jsonb, 'waiting', ${now}::timestamptz,
      ${now}::timestamptz
    where not exists (select 1 from outbox
      where template = 'abandoned_cart' and lower(recipient) = lower(${email}::text) and created_at > ${since})
    on conflict (dedupe_key) do nothing
    returning 1
  `.execute(tx)
  return rows.length > 0
}

/**
 * Tells a member what became of their card, by SMS: the phone of an account is proven. Its text is made when it is
 * sent.
 */
export async function notifyOfCard(
  tx: Tx,
  { card_id, version }: { card_id: number; version: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into outbox (channel, recipient, template, dedupe_key, facts, state, next_attempt_at, created_at)
    select 'sms', regexp_replace(member.phone, '^\\+84', '0'), 'card', ${`card:${card_id}:${version}`}::text,
      ${JSON.stringify({ card_id })}::jsonb, 'waiting', ${now}::timestamptz, ${now}::timestamptz
    from member_card join member using (customer_id)
    where card_id = ${card_id} and member.erased_at is null
    on conflict (dedupe_key) do nothing
  `.execute(tx)
}

/** How early a code is due: it is sent before everything that waits already. */
const otp_head_start_ms = 3_600_000

interface OtpMessage {
  otp_id: number
  /** Null: nobody gets it. The same statement runs, so that this takes the same time. */
  recipient: string | null
  channel: 'sms' | 'zalo' | 'email'
}

/** Adds the message of a one-time password. The code itself is not in it: it is read when it is sent. */
export async function notifyOfOtp(
  tx: Tx,
  { otp_id, recipient, channel }: OtpMessage,
  now: Date,
): Promise<void> {
  const due = new Date(now.getTime() - otp_head_start_ms)
  await sql`
    insert into outbox (channel, recipient, template, dedupe_key, facts, state, next_attempt_at, created_at)
    select ${channel}, ${recipient}::text, 'otp', ${`otp:${otp_id}`}::text, ${JSON.stringify({ otp_id })}::jsonb,
      'waiting', ${due}::timestamptz, ${now}::timestamptz
    where ${recipient}::text is not null
  `.execute(tx)
}

/**
 * Adds a short message with the same code for codes that Zalo did not take: one of them, or without `outbox_id` those
 * whose sender stopped. It is unknown whether those arrived, and the same code twice harms nobody. Returns how many.
 */
export async function sendBySms(
  db: Database,
  { outbox_id = null, reason, now }: { outbox_id?: number | null; reason: string; now: Date },
): Promise<number> {
  const due = new Date(now.getTime() - otp_head_start_ms)
  const { rows } = await sql`
    with not_taken as (
      update outbox set state = 'dropped', next_attempt_at = null, error = ${`${reason.slice(0, 450)}. Đã chuyển sang SMS.`}
      where channel = 'zalo' and template = 'otp' and state = 'sending' and case when ${outbox_id}::bigint is null
        then next_attempt_at <= ${now} else outbox_id = ${outbox_id}::bigint end
      returning recipient, template, dedupe_key, facts
    )
    insert into outbox (channel, recipient, template, dedupe_key, facts, state, next_attempt_at, created_at)
    select 'sms', recipient, template, dedupe_key || ':sms', facts, 'waiting', ${due}::timestamptz, ${now}::timestamptz
    from not_taken on conflict (dedupe_key) do nothing
    returning 1
  `.execute(db)
  return rows.length
}

/** Asks by mail to confirm a wish to hear of an item: once, in the transaction that stores it. */
export async function notifyOfNotice(
  tx: Tx,
  { product_notice_id, email }: { product_notice_id: number; email: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      channel: 'email',
      recipient: email,
      template: 'notice_confirm',
      dedupe_key: `notice_confirm:${product_notice_id}`,
      facts: JSON.stringify({ product_notice_id }),
      state: 'waiting',
      next_attempt_at: now,
      created_at: now,
    })
    .execute()
}

/** Tells of an appointment: at its phone, and by mail if there is an address. Each version is told of once. */
export async function notifyOfAppointment(
  tx: Tx,
  booking: { booking_id: number; version: number; phone: string; email: string | null },
  template: BookingTemplate,
  { now, due }: { now: Date; due: Date },
): Promise<void> {
  const { booking_id, version, phone, email } = booking
  const ways = [
    { channel: 'sms', recipient: nationalForm(phone) },
    ...(email === null ? [] : [{ channel: 'email', recipient: email } as const]),
  ] as const
  await tx
    .insertInto('outbox')
    .values(
      ways.map((way) => ({
        ...{ ...way, template, state: 'waiting' as const },
        dedupe_key: `${template}:${booking_id}:${version}:${way.channel}`,
        facts: JSON.stringify({ booking_id, version }),
        next_attempt_at: due,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

/** Tells the owner of an old device of its quote, by SMS. Each version is told of once. */
export async function notifyOfTrade(
  tx: Tx,
  { trade_quote_id, version, phone }: { trade_quote_id: number; version: number; phone: string },
  template: TradeTemplate,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      ...{ channel: 'sms', recipient: nationalForm(phone), template, state: 'waiting' },
      dedupe_key: `${template}:${trade_quote_id}:${version}`,
      facts: JSON.stringify({ trade_quote_id, version }),
      ...{ next_attempt_at: now, created_at: now },
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

/**
 * Tells of a piece that a shop sets aside: at its phone, and by mail if there is an address. Each message is sent once.
 */
export async function notifyOfShopReservation(
  tx: Tx,
  one: { shop_reservation_id: number; phone: string; email: string | null },
  template: ShopReservationTemplate,
  { now, due }: { now: Date; due: Date },
): Promise<void> {
  const { shop_reservation_id, phone, email } = one
  const ways = [
    { channel: 'sms', recipient: nationalForm(phone) },
    ...(email === null ? [] : [{ channel: 'email', recipient: email } as const]),
  ] as const
  await tx
    .insertInto('outbox')
    .values(
      ways.map((way) => ({
        ...{ ...way, template, state: 'waiting' as const },
        dedupe_key: `${template}:${shop_reservation_id}:${way.channel}`,
        facts: JSON.stringify({ shop_reservation_id }),
        next_attempt_at: due,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

/** What a member is told about their account. `phone` is masked. */
export type MemberNotice =
  | { about: 'erasure_asked'; due_at: string }
  | { about: 'phone_changes'; phone: string; due_at: string }
  | { about: 'phone_changed'; phone: string }
  | { about: 'merged'; phone: string }
  | { about: 'merged_in'; phone: string }
  | { about: 'identity_linked'; provider: string; counts_from: string | null }
  | { about: 'merges'; phone: string; due_at: string }
  | { about: 'merges_in'; phone: string; due_at: string }
  | { about: 'password_set' }
  | { about: 'passkey_added'; counts_from: string | null }
  | { about: 'email_changed' }
  /** `email` is masked. */
  | { about: 'email_proven'; email: string }

/**
 * Tells a member what happens to their account: at the phone that they had, and by mail if they have an address.
 * Without a phone it goes by mail alone: whoever has just used the phone knows it.
 */
export async function notifyMember(
  tx: Tx,
  { phone, email, key }: { phone: string | null; email: string | null; key: string },
  notice: MemberNotice,
  now: Date,
): Promise<void> {
  const message = {
    template: 'member_notice',
    facts: JSON.stringify(notice),
    state: 'waiting',
    next_attempt_at: now,
    created_at: now,
  } as const
  const ways = [
    ...(phone === null ? [] : [{ channel: 'sms', recipient: nationalForm(phone) } as const]),
    ...(email === null ? [] : [{ channel: 'email', recipient: email } as const]),
  ] as const
  if (ways.length === 0) return
  await tx
    .insertInto('outbox')
    .values(
      ways.map((way) => ({
        ...{ ...message, ...way },
        dedupe_key: `member:${notice.about}:${key}:${way.channel}`,
      })),
    )
    .execute()
}

/** Tells of an application for a loan: at the phone of its order, and by mail if there is an address. */
export async function notifyOfLoan(
  tx: Tx,
  { application_id, version }: { application_id: number; version: number },
  template: LoanTemplate,
  now: Date,
): Promise<void> {
  await sql`
    insert into outbox (channel, recipient, template, dedupe_key, facts, state, next_attempt_at, created_at)
    select way.channel, way.recipient, ${template},
      ${`${template}:${application_id}:${version}:`}::text || way.channel,
      ${JSON.stringify({ application_id, version })}::jsonb, 'waiting', ${now}::timestamptz, ${now}::timestamptz
    from loan_application join sales_order o using (order_id),
      lateral (values ('sms', regexp_replace(o.phone, '^\\+84', '0')), ('email', o.recipient->>'email'))
        as way (channel, recipient)
    where application_id = ${application_id} and way.recipient is not null and o.phone like '+%'
    on conflict (dedupe_key) do nothing
  `.execute(tx)
}

/** Sends an application to a company without an interface, by mail. Its form is read when it goes out. */
export async function notifyLender(
  tx: Tx,
  { application_id, version, email }: { application_id: number; version: number; email: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      ...{ channel: 'email', recipient: email, template: 'lender_mail', state: 'waiting' },
      dedupe_key: `lender_mail:${application_id}:${version}`,
      facts: JSON.stringify({ application_id, version }),
      ...{ next_attempt_at: now, created_at: now },
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}
