import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Application } from '#contracts/storefront/trade/application.ts'
import type { Database } from '#db/schema.ts'
import { createLog } from '#platform/observe/log.ts'
import { ownKey } from '#platform/files/own-key.ts'
import { outsideCalls } from '#platform/http/outside-call.ts'
import { openPersonKeys } from '#shop/change-log/person-keys.ts'
import { demoSecret, openLenders } from '#shop/trade/lender/open-lenders.ts'
import { callPlayLender } from '#shop/trade/lender/play-lender.ts'
import { lenderNotifyPath } from '#shop/trade/lender/lender.ts'
import { signature_header, signatureOf } from '#shop/trade/lender/signed-lender.ts'
import { type Buyer, dataOf } from '#test/support/buyer.ts'
import type { Door } from '#test/support/door.ts'
import { testPictures } from '#test/pictures/test-pictures.ts'
import { testBox } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'

/** Settings of a shop whose applications these helpers can open. */
export const loan_env = { SECRET_KEY: 'k'.repeat(32) }
const key = { secret_key: loan_env.SECRET_KEY, data_dir: '/nowhere' }
const demo_key = ownKey(key, 'demo-lenders')
export const loan_path = '/api/cart/v1/installment/application'

/** Two companies: one with an interface, which the built-in company plays, and one that staff hand over to. */
export async function addLenders(db: Database): Promise<void> {
  const terms = {
    ...{ kind: 'finance' as const, min_price: 1_000_000, max_price: 100_000_000 },
    ...{ prepaid_percents: [0, 30], months: [6, 12], approve_minutes: 15, position: 1 },
  }
  await db
    .insertInto('installment_company')
    .values([
      {
        ...{ company_id: 'online', name: 'Công ty Kết nối', installment_type: 1, ...terms },
        ...{ way: 'online', min_age: 20, max_age: 60, asks: ['income'], relatives: 1 },
      },
      {
        ...{ company_id: 'tay', name: 'Công ty Tay', installment_type: 2, ...terms },
        ...{ way: 'by_hand', pictures: ['id_front'], contact_email: 'hoso@congty.example' },
      },
    ])
    .execute()
  await db
    .insertInto('installment_rate')
    .values([
      { company_id: 'online', flat_rate_month: 166, months: null, category_id: null },
      { company_id: 'tay', flat_rate_month: 100, months: null, category_id: null },
    ])
    .execute()
}

/** Two banks whose cards pay in parts; the second has cards of one brand. */
export async function addBanks(db: Database): Promise<void> {
  await db
    .insertInto('installment_bank')
    .values([
      {
        ...{ bank_code: 'VCB', name: 'Vietcombank', card_brands: ['VISA', 'JCB'] },
        ...{ min_amount: 3_000_000, position: 1 },
      },
      {
        ...{ bank_code: 'HDB', name: 'HDBank', card_brands: ['VISA'] },
        ...{ min_amount: 40_000_000, position: 2 },
      },
    ])
    .execute()
  await db
    .insertInto('installment_bank_fee')
    .values([
      { bank_code: 'VCB', months: 6, fee_rate: 390 },
      { bank_code: 'VCB', months: 12, fee_rate: 790 },
      { bank_code: 'HDB', months: 6, fee_rate: 380 },
    ])
    .execute()
}

/** What the jobs of applications work with. */
export function loanDeps({ db, now }: { db: Database; now: () => Date }) {
  const send = outsideCalls({ now, limit_ms: 300 })
  return {
    ...{ db, now, log: createLog({ service: 'test', level: 'silent' }) },
    person_keys: openPersonKeys(key),
    lenders: openLenders({
      ...{ mode: 'demo', box: testBox(), demo_key, send },
      play: callPlayLender({ db, now }),
    }),
    paper_files: { pictures: testPictures(), card_box: testBox() },
  } as const
}

let last_phone = 0
/** A number that no other test has. */
export function nextPhone(): string {
  last_phone += 1
  return `0909${String(100_000 + last_phone)}`
}

/** A form as its shopper types it. */
export function typedForm(changes: object = {}) {
  return {
    ...{ company_id: 'online', prepaid_percent: 30, months: 12, has_insurance: false },
    ...{ name: 'Nguyễn Văn An', birth_date: '1990-05-20', document_number: '001090012345' },
    ...{ income: 15_000_000, agrees: true },
    relatives: [{ name: 'Trần Thị Bình', phone: '0912345679', relation: 'Vợ' }],
    ...changes,
  }
}

/** Puts the phone into the cart of installments and opens its checkout, to be received in the first shop. */
export async function openLoan(
  buyer: Buyer,
  { phone, installment_type = 1 }: { phone: string; installment_type?: 1 | 2 },
): Promise<void> {
  const line = { item_id: products.phone, item_type: 4 }
  dataOf(await buyer.call('POST', '/api/cart/v1/cart', line))
  dataOf(
    await buyer.call('POST', '/api/cart/v1/quote', {
      Quote: { type: 4, province_id: 30, installment_type },
      QuoteItems: [{ item_id: products.phone, item_quantity: 1 }],
    }),
  )
  const pickup = { shipping_method: 'store_pickup', erp_shop_id: shops.first }
  dataOf(await buyer.address({ phone, ...pickup }))
}

/** An application that was sent. */
export async function sentLoan(
  buyer: Buyer,
  { form = {}, phone = nextPhone(), installment_type = 1 as 1 | 2 } = {},
): Promise<Application> {
  await openLoan(buyer, { phone, installment_type })
  // Another person each time: what one has borrowed counts.
  const document_number = `0010900${phone.slice(-5)}`
  const typed = typedForm({ phone, document_number, ...form })
  const saved = dataOf<Application>(await buyer.call('POST', loan_path, typed))
  for (const { kind } of saved.papers) {
    const image = (await aPicture()).toString('base64')
    const paper = { code: saved.code, kind, name: 'anh.png', image }
    dataOf(await buyer.call('POST', `${loan_path}/paper`, paper))
  }
  return dataOf(await buyer.call('POST', `${loan_path}/submit`, { code: saved.code }))
}

async function aPicture(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 400, height: 250, channels: 3, background: '#88aacc' } })
    .png()
    .toBuffer()
}

let last_answer = Date.parse('2026-11-20T01:00:00Z')

/** Sends the answer of a company to the shop, as the company would. It has decided later than about all before. */
export async function answerLoan(
  door: Door,
  { code, company_id = 'online' }: { code: string; company_id?: string },
  answer: object,
  { event_id = randomBytes(8).toString('hex'), secret = demoSecret(demo_key, company_id) } = {},
) {
  last_answer += 1_000
  const answered_at = new Date(last_answer).toISOString()
  const body = JSON.stringify({ event_id, code, answered_at, ...answer })
  const response = await fetch(door.url + lenderNotifyPath(company_id), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signature_header]: signatureOf(body, secret) },
    body,
  })
  return {
    status: response.status,
    outcome: ((await response.json()) as { outcome?: string }).outcome,
  }
}

/** The order of an application, as the database has it. */
export async function orderOfLoan(db: Database, code: string) {
  const { rows } = await sql<{
    code: string
    state: string
    payment_method: string
    is_paid: boolean
    version: number
    messages: number
  }>`
    select o.code, o.state, o.payment_method, o.is_paid, o.version,
      (select count(*)::integer from payment_message m where m.message_id = ${code}) as messages
    from loan_application a join sales_order o using (order_id) where a.code = ${code}`.execute(db)
  const [order] = rows
  if (order === undefined) throw new RangeError(`${code} has no order`)
  return order
}
