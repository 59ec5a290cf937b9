import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Application } from '#contracts/storefront/trade/application.ts'
import { everything } from '#pure/access.ts'
import { applicationUrl } from '#storefront/addresses/loan.ts'
import { transaction } from '#platform/database/postgres.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { lockOrderByCode } from '#shop/order/order-store.ts'
import { passOnDue } from '#shop/flows/trade/application/pass-on.ts'
import { lapseLoans } from '#shop/flows/trade/application/application-jobs.ts'
import {
  addLenders,
  answerLoan,
  loan_env,
  loan_path,
  loanDeps,
  nextPhone,
  openLoan,
  orderOfLoan,
  sentLoan,
  typedForm,
} from '#test/goods/loans.ts'
import { dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { freeStock, products, restock } from '#test/support/small-shop.ts'

const checkout = openCheckout(loan_env)
beforeAll(() => addLenders(checkout.own.db))
const deps = () => loanDeps({ db: checkout.own.db, now: () => checkout.now })
const read = async ({ code, secret }: Application) =>
  dataOf<Application>(await checkout.door.call('GET', `${loan_path}?code=${code}&secret=${secret}`))

test('an application is sent with its order, examined, signed, paid and delivered', async () => {
  const { db } = checkout.own
  const buyer = await checkout.buyer()
  const sent = await sentLoan(buyer)
  expect(sent).toMatchObject({
    code: expect.stringMatching(/^TG261120-[0-9A-Z]{8}$/) as string,
    state: 'submitted',
    company_name: 'Công ty Kết nối',
    loan: { price: 30_990_000, prepaid: 9_297_000, principal: 21_693_000 },
    // Two hours until somebody has proven the phone.
    ...{ expires_at: '2026-11-20T10:00:00.000Z', held_if_proven: '2026-11-22T08:00:00.000Z' },
    may_withdraw: true,
  })
  expect(JSON.stringify(sent)).not.toContain('0010900')
  expect(sent.applicant?.document).toMatch(/^•{9}\d{3}$/)
  expect(await freeStock(db, products.phone)).toBe(4)
  expect((await buyer.cart()).items).toEqual([])
  expect(await orderOfLoan(db, sent.code)).toMatchObject({
    ...{ state: 'pending', payment_method: 'installment', is_paid: false },
  })
  // A second press finds what the first one made.
  const again = await buyer.call('POST', `${loan_path}/submit`, { code: sent.code })
  expect(dataOf<Application>(again).order_code).toBe(sent.order_code)

  expect(await passOnDue(deps())).toBe(1)
  expect(await passOnDue(deps())).toBe(0)
  expect((await read(sent)).state).toBe('at_company')
  const play = await sql<{ summary: object }>`select summary from play_application
    where application_code = ${sent.code}`.execute(db)
  expect(JSON.stringify(play.rows[0])).not.toMatch(/0010900|Nguyễn/)

  // Nothing is paid while it is examined.
  const paying = { order_code: sent.order_code, payment_method: 'bank_transfer' }
  const early = await buyer.call('PUT', '/api/cart/v1/order/payment', paying)
  expect(refusalOf(early)).toBe('409 order_closed')

  expect(await answerLoan(checkout.door, sent, { answer: 'approved' })).toEqual({
    ...{ status: 200, outcome: 'taken' },
  })
  expect(await read(sent)).toMatchObject({
    state: 'approved',
    expires_at: '2026-11-23T08:00:00.000Z',
  })
  const signed = { answer: 'signed', contract_number: 'HD-1' }
  const event_id = 'sign-1'
  const both = await Promise.all([
    answerLoan(checkout.door, sent, signed, { event_id }),
    answerLoan(checkout.door, sent, signed, { event_id }),
  ])
  expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['known', 'taken'])
  expect(await read(sent)).toMatchObject({
    state: 'signed',
    contract_number: 'HD-1',
    expires_at: null,
  })
  // What the company lends counts as a part of the money, once; the rest is what the shopper pays first.
  expect(await orderOfLoan(db, sent.code)).toMatchObject({
    state: 'pending',
    is_paid: false,
    messages: 1,
  })
  const due = await sql<{
    amount: number
  }>`select amount from payment join sales_order using (order_id)
    where code = ${sent.order_code} and payment.state = 'due_on_delivery'`.execute(db)
  expect(due.rows).toEqual([{ amount: 9_297_000 }])
  const now = await buyer.call('PUT', '/api/cart/v1/order/payment', paying)
  expect(dataOf<{ order: Order }>(now).order.payment_method).toBe('bank_transfer')
  // The goods stay reserved whatever the job of unconfirmed orders thinks.
  expect(await lapseLoans(deps())).toBe(0)
})

test('a refusal cancels the order and frees the goods; what comes later changes nothing', async () => {
  const { db } = checkout.own
  const sent = await sentLoan(await checkout.buyer())
  await passOnDue(deps())
  const refusal = { answer: 'refused', reason: 'Chưa đủ điều kiện' }
  expect((await answerLoan(checkout.door, sent, refusal)).outcome).toBe('taken')
  expect(await read(sent)).toMatchObject({ state: 'refused', reason: 'Chưa đủ điều kiện' })
  expect((await orderOfLoan(db, sent.code)).state).toBe('cancelled')
  expect(await freeStock(db, products.phone)).toBe(5)
  // Its page leads on: to other lenders, to cards and to the product.
  await sql`update sales_order_line set thumbnail = '/media/phone.webp'`.execute(db)
  const { goods_path, thumbnail } = await read(sent)
  expect(thumbnail).toBe('/media/phone.webp')
  const { text: html } = await checkout.door.call('GET', applicationUrl(sent.code, sent.secret))
  for (const path of [`/tra-gop${goods_path}`, `/tra-gop${goods_path}?cach=the`, goods_path]) {
    expect(html).toContain(`href="${path}"`)
  }
  for (const answer of ['approved', 'signed', 'expired']) {
    const late = { answer, contract_number: 'HD-2' }
    expect((await answerLoan(checkout.door, sent, late)).outcome).toBe('ignored')
  }
  expect(await orderOfLoan(db, sent.code)).toMatchObject({ state: 'cancelled', messages: 0 })
})

test('answers of a company may arrive in another sequence than it gave them', async () => {
  const { db } = checkout.own
  const answer = async (sent: Application, given: object) =>
    (await answerLoan(checkout.door, sent, given)).outcome
  // The contract is signed, and the message about the approval is late.
  const one = await sentLoan(await checkout.buyer())
  const approved_at = '2026-11-20T02:00:00Z'
  const signed = { answer: 'signed', contract_number: 'HD-8', answered_at: '2026-11-20T03:00:00Z' }
  expect(await answer(one, signed)).toBe('taken')
  expect(await answer(one, { answer: 'approved', answered_at: approved_at })).toBe('late')
  expect(await read(one)).toMatchObject({ state: 'signed', contract_number: 'HD-8' })
  expect(await orderOfLoan(db, one.code)).toMatchObject({ messages: 1 })

  // A later answer counts whatever was asked before; an earlier one does not take it back.
  const two = await sentLoan(await checkout.buyer())
  const licence = { answer: 'needs_papers', papers: ['licence'] }
  expect(await answer(two, licence)).toBe('taken')
  // Its picture is of no use once the company asks for another one.
  await sql`insert into application_file (application_id, kind, name, sealed_key, created_at)
    select application_id, 'licence', repeat('c', 32), '\\x01', ${checkout.now} from loan_application
    where code = ${two.code}`.execute(db)
  expect(await answer(two, { answer: 'needs_papers', papers: ['selfie'] })).toBe('taken')
  expect((await read(two)).papers.map(({ kind }) => kind)).toEqual(['selfie'])
  const readable =
    await sql`select from application_file join loan_application using (application_id)
    where code = ${two.code} and sealed_key is not null`.execute(db)
  expect(readable.rows).toEqual([])
  // Whoever has a clock that is ahead is heard again.
  const ahead = { answer: 'approved', answered_at: '2026-12-31T00:00:00Z' }
  expect(await answer(two, ahead)).toBe('taken')
  checkout.now = new Date(checkout.now.getTime() + 60_000)
  expect(await answer(two, { ...licence, answered_at: '2026-11-19T00:00:00Z' })).toBe('late')
  expect((await read(two)).state).toBe('approved')
  const again = { ...licence, answered_at: checkout.now.toISOString() }
  expect(await answer(two, again)).toBe('taken')
  expect((await read(two)).state).toBe('more_papers')
  const refused = { answer: 'refused', answered_at: checkout.now.toISOString() }
  expect(await answer(two, refused)).toBe('taken')

  // A contract has a number, and whoever asks for papers says which.
  const three = await sentLoan(await checkout.buyer())
  for (const unclear of [
    { answer: 'signed' },
    { answer: 'signed', contract_number: ' ' },
    { answer: 'needs_papers' },
    { answer: 'approved', answered_at: 'gần đây' },
  ]) {
    expect((await answerLoan(checkout.door, three, unclear)).status).toBe(400)
  }
  expect((await read(three)).state).toBe('submitted')
  expect(await answer(three, { answer: 'refused' })).toBe('taken')
})

test('what is paid first stays what the contract says, whichever way it is paid', async () => {
  const { db } = checkout.own
  await sql`insert into promotion (kind, name, payment_method, value)
    values ('payment', 'Chuyển khoản giảm 90.000đ', 'bank_transfer', 90000)`.execute(db)
  const buyer = await checkout.buyer()
  const sent = await sentLoan(buyer)
  await answerLoan(checkout.door, sent, { answer: 'signed', contract_number: 'HD-9' })
  const { order_code } = sent
  const ways = dataOf<{ gateways: { id: string; grand_total: number; offer: unknown }[] }>(
    await buyer.call('GET', `/api/cart/v1/payment-gateway?order_code=${order_code}`),
  )
  const transfer = ways.gateways.find(({ id }) => id === 'bank_transfer')
  expect(transfer).toMatchObject({ grand_total: 30_990_000, offer: null })
  const json = { order_code, payment_method: 'bank_transfer' }
  const chosen = await buyer.call('PUT', '/api/cart/v1/order/payment', json)
  expect(dataOf<{ order: Order }>(chosen).order.totals.grand_total).toBe(30_990_000)
  const due = await sql<{
    amount: number
  }>`select amount from payment join sales_order using (order_id)
    where code = ${order_code} and payment.state = 'started'`.execute(db)
  expect(due.rows).toEqual([{ amount: 9_297_000 }])
  await sql`delete from promotion`.execute(db)
})

test('a forged answer, one about another application and one of nobody are refused', async () => {
  const sent = await sentLoan(await checkout.buyer())
  const approved = { answer: 'approved' }
  const forged = await answerLoan(checkout.door, sent, approved, { secret: 'x'.repeat(64) })
  expect(forged.status).toBe(401)
  const foreign = { code: sent.code, company_id: 'tay' }
  expect((await answerLoan(checkout.door, foreign, approved)).status).toBe(401)
  expect((await answerLoan(checkout.door, { code: 'TG1' }, approved)).status).toBe(404)
  expect((await answerLoan(checkout.door, sent, { answer: 'maybe' })).status).toBe(400)
  expect((await read(sent)).state).toBe('submitted')
})

test('the shopper withdraws by link or by cancelling the order, until the contract is signed', async () => {
  const { db } = checkout.own
  const buyer = await checkout.buyer()
  const one = await sentLoan(buyer)
  const { code, secret } = one
  const linked = `${loan_path}?secret=${secret}`
  const withdrawn = await checkout.door.call('DELETE', linked, { json: { code } })
  expect(dataOf<Application>(withdrawn).state).toBe('withdrawn')
  expect((await orderOfLoan(db, code)).state).toBe('cancelled')

  const two = await sentLoan(buyer)
  const cancel = { order_code: two.order_code }
  dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', cancel))
  expect((await read(two)).state).toBe('withdrawn')

  const three = await sentLoan(buyer)
  await answerLoan(checkout.door, three, { answer: 'approved' })
  await answerLoan(checkout.door, three, { answer: 'signed', contract_number: 'HD-3' })
  const late = await buyer.call('DELETE', loan_path, { code: three.code })
  expect(refusalOf(late)).toBe('409 application_closed')
  const three_order = { order_code: three.order_code }
  const bound = await buyer.call('POST', '/api/cart/v1/order/cancel', three_order)
  expect(refusalOf(bound)).toBe('409 order_not_cancellable')
  expect((await read(three)).state).toBe('signed')
  // Staff who cancel it after all give the company its money back.
  await transaction(db, async (tx) => {
    const order = await lockOrderByCode(tx, String(three.order_code), everything)
    if (order === null) throw new RangeError('no order')
    await transition(tx, order, 'cancel', { actor: 'staff', reason: 'other' }, checkout.now)
  })
  expect((await read(three)).state).toBe('withdrawn')
  const back = await sql<{
    amount: number
    gateway: string
  }>`select r.amount, r.gateway from refund r
    join sales_order using (order_id) where code = ${three.order_code}`.execute(db)
  expect(back.rows).toEqual([{ amount: 21_693_000, gateway: 'installment' }])
})

test('a company asks for papers, gets them, and the shopper cannot send less', async () => {
  const sent = await sentLoan(await checkout.buyer())
  const { code, secret } = sent
  const asked = { answer: 'needs_papers', papers: ['licence'], reason: 'Cần bằng lái' }
  // One that is here already, and cannot be read.
  await sql`insert into application_file (application_id, kind, name, sealed_key, created_at)
    select application_id, 'licence', repeat('a', 32), '\\x01', ${checkout.now} from loan_application
    where code = ${code}`.execute(checkout.own.db)
  expect((await answerLoan(checkout.door, sent, asked)).outcome).toBe('taken')
  const more = await read(sent)
  expect(more).toMatchObject({ state: 'more_papers', reason: 'Cần bằng lái', may_add_papers: true })
  expect(more.papers).toEqual([{ kind: 'licence', is_here: false }])
  const key = `?secret=${secret}`
  const send = () => checkout.door.call('POST', `${loan_path}/papers${key}`, { json: { code } })
  expect(refusalOf(await send())).toBe('409 paper_missing')
  const wrong = { code, kind: 'selfie', name: 'a', image: 'AAAA' }
  const unasked = await checkout.door.call('POST', `${loan_path}/paper${key}`, { json: wrong })
  expect(refusalOf(unasked)).toBe('409 paper_not_wanted')
  const no_picture = { ...wrong, kind: 'licence' }
  const torn = await checkout.door.call('POST', `${loan_path}/paper${key}`, { json: no_picture })
  expect(torn.status).toBe(422)
})

test('a form is checked by what the company demands', async () => {
  const buyer = await checkout.buyer()
  const form = await buyer.call('GET', `${loan_path}/form?company_id=online`)
  expect(dataOf(form)).toMatchObject({ asks: ['income'], relatives: 1, pictures: [] })
  const unknown = await buyer.call('GET', `${loan_path}/form?company_id=khong`)
  expect(refusalOf(unknown)).toBe('404 company_not_found')
  const phone = nextPhone()
  const save = (changes: object = {}) =>
    buyer.call('POST', loan_path, typedForm({ phone, ...changes }))
  expect(refusalOf(await save())).toBe('409 installment_quote_missing')
  await openLoan(buyer, { phone })
  expect(refusalOf(await save({ company_id: 'tay' }))).toBe('409 installment_quote_missing')
  expect(refusalOf(await save({ company_id: 'khong' }))).toBe('404 company_not_found')
  expect(refusalOf(await save({ months: 9 }))).toBe('409 loan_not_offered')
  const problems = async (changes: object) => {
    const answer = await save(changes)
    expect(answer.status).toBe(422)
    return Object.keys(
      (answer.body?.error?.data as { problems?: object })?.problems ?? answer.body?.error ?? {},
    )
  }
  for (const wrong of [
    { birth_date: '2010-01-01' },
    { birth_date: '1950-01-01' },
    { birth_date: '2026-02-30' },
    { document_number: '123456789' },
    { income: undefined },
    { income: '15 triệu' },
    { relatives: [{ name: 'Trần Thị Bình', phone, relation: 'Vợ' }] },
    { relatives: [] },
    { agrees: false },
    { phone: '123' },
  ]) {
    expect((await problems(wrong)).length).toBeGreaterThan(0)
  }
  const saved = dataOf<Application>(await save({ job: 'Không hỏi', income: '15.000.000' }))
  expect(saved.state).toBe('draft')
  // The checkout is not ordered without its form.
  const plain = await buyer.call('POST', '/api/cart/v1/order', { payment_method: 'cod' })
  expect(refusalOf(plain)).toBe('409 application_missing')
  // Another phone than that of the order has no form here.
  await buyer.address({ phone: nextPhone(), shipping_method: 'store_pickup', erp_shop_id: 1 })
  expect((await buyer.call('POST', `${loan_path}/submit`, { code: saved.code })).status).toBe(422)
})

test('a company that demands a picture gets no application without it', async () => {
  const { db } = checkout.own
  const buyer = await checkout.buyer()
  const phone = nextPhone()
  await openLoan(buyer, { phone, installment_type: 2 })
  const form = typedForm({ company_id: 'tay', phone, relatives: [] })
  const { code } = dataOf<Application>(await buyer.call('POST', loan_path, form))
  const early = await buyer.call('POST', `${loan_path}/submit`, { code })
  expect(refusalOf(early)).toBe('409 paper_missing')
  const sent = await sentLoan(await checkout.buyer(), {
    installment_type: 2,
    form: { company_id: 'tay', relatives: [] },
  })
  expect(sent.papers).toEqual([{ kind: 'id_front', is_here: true }])
  const stored = await sql<{ sealed: Buffer }>`select sealed from loan_application
    where code = ${sent.code}`.execute(db)
  expect(stored.rows[0]?.sealed.toString('latin1')).not.toContain('0010900')
})

test('terms that changed are shown again, and one person has a limit', async () => {
  const { db } = checkout.own
  const buyer = await checkout.buyer()
  const phone = nextPhone()
  await openLoan(buyer, { phone })
  const { code, loan } = dataOf<Application>(
    await buyer.call('POST', loan_path, typedForm({ phone })),
  )
  await sql`update installment_rate set flat_rate_month = 200 where company_id = 'online'`.execute(
    db,
  )
  const submit = () => buyer.call('POST', `${loan_path}/submit`, { code, monthly: loan.monthly })
  expect(refusalOf(await submit())).toBe('409 loan_changed')
  expect(await freeStock(db, products.phone)).toBe(5)
  await sql`update installment_rate set flat_rate_month = 166 where company_id = 'online'`.execute(
    db,
  )
  const first = dataOf<Application>(await submit())
  // What the company has lent this person already leaves too little for a second one.
  await sql`update loan_application set lent = 90000000 where code = ${first.code}`.execute(db)
  const other = await checkout.buyer()
  const other_phone = nextPhone()
  await openLoan(other, { phone: other_phone })
  const again = dataOf<Application>(
    await other.call('POST', loan_path, typedForm({ phone: other_phone })),
  )
  const refused = await other.call('POST', `${loan_path}/submit`, { code: again.code })
  expect(refusalOf(refused)).toBe('409 loan_limit')
  expect(refused.body?.error?.data).toEqual({ max: 100_000_000 })
  // Two open applications of a phone are enough.
  await restock(db)
  const form = { document_number: '001090099999' }
  await sentLoan(buyer, { phone, form })
  await restock(db)
  await openLoan(buyer, { phone })
  const third = dataOf<Application>(
    await buyer.call('POST', loan_path, typedForm({ phone, document_number: '001090088888' })),
  )
  const too_many = await buyer.call('POST', `${loan_path}/submit`, { code: third.code })
  expect(refusalOf(too_many)).toBe('409 too_many_applications')
})

test('foreign codes and wrong secrets answer as absent ones', async () => {
  const [owner, stranger] = [await checkout.buyer(), await checkout.buyer()]
  const { code, secret } = await sentLoan(owner)
  for (const [method, path] of [
    ['GET', `${loan_path}?code=${code}`],
    ['GET', `${loan_path}?code=${code}&secret=${'0'.repeat(40)}`],
    ['GET', `${loan_path}?code=TG261120-00000000`],
  ] as const) {
    expect(refusalOf(await stranger.call(method, path))).toBe('404 application_not_found')
  }
  for (const [method, path, json] of [
    ['DELETE', loan_path, { code }],
    ['POST', `${loan_path}/papers`, { code }],
    ['POST', `${loan_path}/submit`, { code }],
    ['POST', `${loan_path}/paper`, { code, kind: 'id_front', image: 'AAAA' }],
  ] as const) {
    expect(refusalOf(await stranger.call(method, path, json))).toBe('404 application_not_found')
  }
  expect(dataOf(await stranger.call('GET', `${loan_path}s`))).toEqual([])
  expect(dataOf<Application[]>(await owner.call('GET', `${loan_path}s`))[0]?.secret).toBe(secret)
})
