import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import type { StaffOffice } from '#shop/staff-services.ts'
import { loanByHand } from '#test/goods/inputs-of-loans.ts'
import { orderOfLoan } from '#test/goods/loans.ts'
import { testPictures } from '#test/pictures/test-pictures.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testBox, testProviders } from '#test/support/providers.ts'
import { products, freeStock, shops } from '#test/support/small-shop.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
const files = { pictures: testPictures(), card_box: testBox() }
let office: StaffOffice

beforeAll(async () => {
  const { db } = checkout.own
  const providers = await testProviders({
    ...{ db, now: () => checkout.now, gateways: [cashOnDelivery] },
  })
  const { pictures, card_box } = files
  office = staffOffice(providers, 'demo', undefined, pictures, card_box)
})

const sent = () =>
  loanByHand({
    ...{ db: checkout.own.db, now: () => checkout.now, files, buyer: checkout.buyer },
  })
const refusal = async (work: Promise<unknown>) => {
  try {
    await work
    return 'no refusal'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

test('staff hand an application over, note the answers and the money, and give the goods last', async () => {
  const { db } = checkout.own
  const { loans, orders } = office.services
  const code = await sent()
  const { rows, counts } = await loans.loans(test_staff, { state: 'submitted' })
  const row = rows.find((one) => one.code === code)
  expect(row).toMatchObject({
    company_name: 'Công ty Tay',
    missing: [],
    customer: 'N••• V••• A•••',
  })
  expect(counts.find(({ state }) => state === 'submitted')?.count).toBe(rows.length)
  const seen = await loans.loan(test_staff, { code })
  expect(seen).toMatchObject({ state: 'submitted', way: 'by_hand', papers: ['id_front'] })
  expect(JSON.stringify(seen)).not.toContain('00109')

  // What was typed is shown by a press, which the ledger notes.
  const form = await loans.showForm(test_staff, { code })
  expect(form).toMatchObject({
    name: 'Nguyễn Văn An',
    document_number: expect.stringMatching(/^0010901/) as string,
  })
  const { titles, cells } = await loans.passOnFile(test_staff, { code })
  expect(cells[titles.indexOf('so_can_cuoc')]).toBe(form.document_number)
  const { bytes } = await loans.showPaper(test_staff, { code, kind: 'id_front' })
  expect(bytes.length).toBeGreaterThan(0)
  const looks = await sql<{ looks: number }>`select count(*)::integer as looks from change_log
    where thing = 'loan' and thing_key = ${code} and action = 'shown'`.execute(db)
  expect(looks.rows[0]?.looks).toBe(3)

  let { version } = seen
  const go = async (moved: Promise<{ version: number; state: string }>) => {
    const after = await moved
    version = after.version
    return after.state
  }
  expect(await go(loans.passOn(test_staff, { code, version }))).toBe('at_company')
  const mail = await sql<{
    recipient: string
    body: string | null
  }>`select recipient, body from outbox
    where template = 'lender_mail'`.execute(db)
  expect(mail.rows).toEqual([{ recipient: 'hoso@congty.example', body: null }])
  const answer = (given: object) =>
    loans.answer(test_staff, { code, version, papers: [], answer: 'approved', ...given })
  expect(await refusal(answer({ version: 1 }))).toBe('application_closed')
  expect(await refusal(answer({ answer: 'refused' }))).toBe('answer_incomplete')
  expect(await refusal(answer({ answer: 'signed' }))).toBe('answer_incomplete')
  expect(await go(answer({}))).toBe('approved')

  // Nothing is prepared before the contract is signed.
  const order = await orderOfLoan(db, code)
  const confirm = { order_code: order.code, version: order.version }
  expect(await refusal(orders.confirmOrder(test_staff, confirm))).toBe('move_not_possible')
  // Whoever noted the approval does not note the contract.
  const signing = { answer: 'signed', contract_number: 'HD-7' } as const
  expect(await loans.loan(test_staff, { code })).toMatchObject({ is_own_approval: true })
  expect((await loans.loan(test_staff, { code })).moves).not.toContain('sign')
  expect(await refusal(answer(signing))).toBe('own_approval')
  const other = { ...test_staff, staff_id: 4_711, name: 'Bình' }
  const by_other = { code, version, papers: [], ...signing }
  expect(await go(loans.answer(other, by_other))).toBe('signed')
  const signed = await orderOfLoan(db, code)
  const confirmed = { order_code: order.code, version: signed.version }
  expect((await orders.confirmOrder(test_staff, confirmed)).state).toBe('confirmed')
  // The company's part is no whole payment, whatever is pressed about it.
  const { reconciliation } = office.services
  const part = (await reconciliation.reviews(test_staff, {})).find(
    ({ order_code }) => order_code === order.code,
  )
  expect(part).toMatchObject({ amount: 21_693_000 })
  for (const decision of ['accepted', 'refunded', 'dismissed'] as const) {
    const settle = { payment_review_id: part?.payment_review_id ?? 0, decision }
    expect(await refusal(reconciliation.settleReview(test_staff, settle))).toBe('belongs_to_loan')
  }
  // Its goods stay as the contract says.
  const goods = { order_code: order.code, version: signed.version + 1, removed: { 1: 1 } }
  const change = { ...goods, added: {}, new_total: 0, reason: 'x' }
  expect(await refusal(office.services.orderGoods.changeGoods(test_staff, change))).toBe(
    'move_not_possible',
  )

  const { pickups } = office.services
  const pickup = await pickups.pickup(test_staff, { order_code: order.code })
  await pickups.prepare(test_staff, {
    ...{ order_code: order.code, version: pickup.version, scanned: pickup.units[0]?.sku ?? '' },
  })
  await pickups.verify(test_staff, { order_code: order.code, presented: form.phone.slice(-4) })
  const ready = await pickups.pickup(test_staff, { order_code: order.code })
  // The counter takes what the company does not pay.
  expect(ready.due).toBe(9_297_000)
  await pickups.collect(test_staff, {
    ...{ order_code: order.code, version: ready.version, amount: ready.due },
  })
  const delivered = await loans.loan(test_staff, { code })
  expect(delivered).toMatchObject({ state: 'delivered', owed: 21_693_000 })
  expect(await orderOfLoan(db, code)).toMatchObject({ state: 'delivered', is_paid: true })
  const receive = (amount: number) =>
    loans.receiveMoney(test_staff, { code, version: delivered.version, amount })
  expect(await refusal(receive(20_000_000))).toBe('amount_differs')
  expect((await receive(21_693_000)).state).toBe('money_received')
})

test('a call proves the phone: the goods are held as long as the company examines', async () => {
  const { loans, calls } = office.services
  const [code, other] = [await sent(), await sent()]
  const { version, expires_at, order_code, ...seen } = await loans.loan(test_staff, { code })
  expect(seen).toMatchObject({ is_phone_proven: false, may_prove_phone: true })
  const hours = (until: string | null) =>
    (Date.parse(until ?? '') - checkout.now.getTime()) / 3_600_000
  expect(hours(expires_at)).toBe(2)
  await loans.provePhone(test_staff, { code, version })
  const proven = await loans.loan(test_staff, { code })
  expect(proven).toMatchObject({ is_phone_proven: true, may_prove_phone: false })
  expect(hours(proven.expires_at)).toBe(48)
  const again = { code, version: proven.version }
  expect(await refusal(loans.provePhone(test_staff, again))).toBe('application_closed')

  // The same by the queue of calls: such an order is confirmed by its contract, not by its shopper.
  const { order_code: called } = await loans.loan(test_staff, { code: other })
  await sql`insert into staff (staff_id, name, login_name, created_at) overriding system value
    values (${test_staff.staff_id}, ${test_staff.name}, 'tester', ${checkout.now})`.execute(
    checkout.own.db,
  )
  await calls.takeOverCall(test_staff, { order_code: called })
  const order = await orderOfLoan(checkout.own.db, other)
  const result = { order_code: called, version: order.version, outcome: 'agreed' as const }
  expect(await calls.recordCall(test_staff, result)).toMatchObject({ state: 'pending' })
  expect((await loans.loan(test_staff, { code: other })).is_phone_proven).toBe(true)
  expect(order_code).not.toBe(called)
})

test('a refusal by hand cancels the order; other shops and other permissions see nothing', async () => {
  const { db } = checkout.own
  const { loans, lenders } = office.services
  const code = await sent()
  const hanoi = staffWith({ 'loans.see': { scope: 'shops', max_amount: null } }, [shops.hanoi])
  expect(await refusal(loans.loan(hanoi, { code }))).toBe('loan_not_found')
  const here = staffWith({ 'loans.see': { scope: 'shops', max_amount: null } }, [shops.first])
  expect((await loans.loan(here, { code })).moves).toEqual([])
  const { version } = await loans.passOn(test_staff, { code, version: 2 })
  const refused = {
    code,
    version,
    papers: [],
    answer: 'refused' as const,
    reason: 'Lịch sử nợ xấu',
  }
  expect((await loans.answer(test_staff, refused)).state).toBe('refused')
  expect((await orderOfLoan(db, code)).state).toBe('cancelled')
  expect(await freeStock(db, products.phone)).toBe(5)
  // What the company says afterwards is for staff, who see it in the list and on the page.
  await sql`insert into lender_answer (company_id, event_id, application_id, answer, outcome, received_at)
    select company_id, 'muon', application_id, 'signed', null, ${checkout.now} from loan_application
    where code = ${code}`.execute(db)
  const listed = await loans.loans(test_staff, { q: code })
  expect(listed.rows[0]).toMatchObject({ is_disputed: true })
  expect((await loans.loan(test_staff, { code })).refused_answers).toMatchObject([
    { answer: 'signed' },
  ])
  const told = await sql`select from change_log where change_log::text like '%nợ xấu%'`.execute(db)
  expect(told.rows).toEqual([])

  // A company that is switched off is not chosen any more.
  await lenders.switchLender(test_staff, { lender: 'tay', is_active: false })
  const buyer = await checkout.buyer()
  const form = await buyer.call('GET', '/api/cart/v1/installment/application/form?company_id=tay')
  expect(form.status).toBe(404)
  const list = await lenders.lenders(test_staff, {})
  expect(list.companies.map(({ company_id, is_active }) => [company_id, is_active])).toContainEqual(
    ['tay', false],
  )
  expect(await refusal(lenders.switchLender(test_staff, { lender: 'ai', is_active: true }))).toBe(
    'lender_not_found',
  )
  const { companies } = await lenders.lenders(test_staff, {})
  const { seen = '' } = companies.find(({ company_id }) => company_id === 'tay') ?? {}
  const way = {
    company_id: 'tay',
    seen,
    way: 'online',
    url: 'https://congty.example',
    contact_email: '',
  } as const
  const unwatched = { ...test_staff, second_step_at: new Date(0) }
  const set = lenders.setWay(unwatched, { ...way, secret: 'm'.repeat(24) })
  expect(await refusal(set)).toBe('second_step_needed')
  await lenders.setWay(test_staff, { ...way, secret: 'm'.repeat(24) })
  // Whoever opened the page before that does not take the new secret away unseen.
  const late = { ...way, way: 'by_hand', secret: '' } as const
  expect(await refusal(lenders.setWay(test_staff, late))).toBe('way_changed')
  expect(await refusal(lenders.setWay(test_staff, { ...late, company_id: 'ai' }))).toBe(
    'lender_not_found',
  )
  const stored = await sql<{ sealed_secret: Buffer }>`select sealed_secret from installment_company
    where company_id = 'tay'`.execute(db)
  expect(stored.rows[0]?.sealed_secret.toString('latin1')).not.toContain('mmmm')
})
