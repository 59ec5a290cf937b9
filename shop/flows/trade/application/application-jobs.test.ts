import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Application } from '#contracts/storefront/trade/application.ts'
import { everything } from '#pure/access.ts'
import { transaction } from '#platform/database/postgres.ts'
import { lockOrderByCode } from '#shop/order/order-store.ts'
import { renderLoan } from '#shop/flows/trade/application/render-loan.ts'
import { eraseLoans, lapseLoans } from '#shop/flows/trade/application/application-jobs.ts'
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
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { followOrder } from '#shop/trade/application/order-loan-store.ts'
import { freeStock, products, restock } from '#test/support/small-shop.ts'

const checkout = openCheckout({ ...loan_env, TRUST_PROXY: '127.0.0.1' })
beforeAll(() => addLenders(checkout.own.db))
const deps = () => loanDeps({ db: checkout.own.db, now: () => checkout.now })
const pass = (hours: number) => {
  checkout.now = new Date(checkout.now.getTime() + hours * 3_600_000)
}
const read = async ({ code, secret }: Application) =>
  dataOf<Application>(await checkout.door.call('GET', `${loan_path}?code=${code}&secret=${secret}`))

/** The key that only the message to the phone has. */
async function phoneSecretOf({ code }: Application): Promise<string> {
  const { rows } = await sql<{ phone_secret: string; message: string }>`
    select phone_secret from loan_application where code = ${code}`.execute(checkout.own.db)
  return rows[0]?.phone_secret ?? ''
}

test('goods are held for two hours, and until the deadline once the phone is proven', async () => {
  const { db } = checkout.own
  const sent = await sentLoan(await checkout.buyer())
  const { code, secret } = sent
  const phone_secret = await phoneSecretOf(sent)
  expect(JSON.stringify(sent)).not.toContain(phone_secret)
  const { rows } = await sql<{ application_id: number }>`
    select application_id from loan_application where code = ${code}`.execute(db)
  const facts = { application_id: rows[0]?.application_id, version: 2 }
  const company = { name: 'Công ty A', address: 'Quận 1' }
  const sender = { name: 'Tiệm', hotline: '1800', public_url: 'https://a.example', company }
  const renderFor = (channel: 'sms' | 'email') =>
    renderLoan({ ...deps(), sender }, 'loan_submitted', { channel, facts })
  expect((await renderFor('sms'))?.body).toContain(`&so=${phone_secret}`)
  expect(JSON.stringify(await renderFor('email'))).not.toContain(phone_secret)

  const prove = (key: string) =>
    checkout.door.call('POST', `${loan_path}/phone?secret=${secret}`, {
      json: { code, phone_secret: key },
    })
  expect(refusalOf(await prove('0'.repeat(16)))).toBe('404 application_not_found')
  expect(dataOf<Application>(await prove(phone_secret))).toMatchObject({
    ...{ expires_at: '2026-11-22T08:00:00.000Z', held_if_proven: null },
  })
  expect((await prove(phone_secret)).status).toBe(200)
  const unproven = await sentLoan(await checkout.buyer())
  pass(2)
  expect(await lapseLoans(deps())).toBe(1)
  expect((await read(unproven)).state).toBe('lapsed')
  const late = await checkout.door.call('POST', `${loan_path}/phone?secret=${unproven.secret}`, {
    json: { code: unproven.code, phone_secret: await phoneSecretOf(unproven) },
  })
  expect(refusalOf(late)).toBe('409 application_closed')
  pass(45)
  expect(await lapseLoans(deps())).toBe(0)
  pass(1)
  expect(await lapseLoans(deps())).toBe(1)
  expect(await lapseLoans(deps())).toBe(0)
  expect((await read(sent)).state).toBe('lapsed')
  expect((await orderOfLoan(db, sent.code)).state).toBe('cancelled')
  expect(await freeStock(db, products.phone)).toBeGreaterThanOrEqual(5)
})

test('phones that nobody has proven hold few goods of one network', async () => {
  const sendFrom = async (ip: string) => {
    await restock(checkout.own.db)
    const buyer = await checkout.buyer()
    const headers = { 'x-forwarded-for': ip }
    const call: typeof buyer.call = (method, path, json, ask = {}) =>
      buyer.call(method, path, json, { ...ask, headers })
    return sentLoan({ ...buyer, call })
  }
  const sent: Application[] = []
  for (const n of [1, 2, 3]) sent.push(await sendFrom(`113.160.7.${n}`))
  await expect(sendFrom('113.160.7.9')).rejects.toThrow('too_many_applications')
  await sendFrom('113.161.7.9')
  // A proven phone takes no place of the others.
  const [first] = sent
  if (first === undefined) throw new RangeError('nothing was sent')
  const { code, secret } = first
  const json = { code, phone_secret: await phoneSecretOf(first) }
  dataOf(await checkout.door.call('POST', `${loan_path}/phone?secret=${secret}`, { json }))
  expect((await sendFrom('113.160.7.9')).state).toBe('submitted')
})

test('an application that cannot lapse does not stop the others', async () => {
  const { db } = checkout.own
  await restock(db)
  const [bad, good] = [
    await sentLoan(await checkout.buyer()),
    await sentLoan(await checkout.buyer()),
  ]
  await sql
    .raw(`create function refuse_lapse() returns trigger language plpgsql as $$
    begin raise exception 'no'; end $$;
    create trigger refuse_lapse before update on loan_application for each row
    when (new.code = '${bad.code}') execute function refuse_lapse()`)
    .execute(db)
  pass(48)
  expect(await lapseLoans(deps())).toBeGreaterThan(0)
  expect((await read(good)).state).toBe('lapsed')
  expect((await read(bad)).state).toBe('submitted')
  await sql`drop function refuse_lapse cascade`.execute(db)
  expect(await lapseLoans(deps())).toBe(1)
})

test('what is not needed any more is erased', async () => {
  const { db } = checkout.own
  const buyer = await checkout.buyer()
  const phone = nextPhone()
  await openLoan(buyer, { phone })
  dataOf(await buyer.call('POST', loan_path, typedForm({ phone })))
  const sent = await sentLoan(await checkout.buyer(), {
    installment_type: 2,
    form: { company_id: 'tay', relatives: [] },
  })
  await sql`update loan_application set state = 'refused', expires_at = null, ended_at = ${checkout.now}
    where code = ${sent.code}`.execute(db)
  await sql`insert into application_event (application_id, state, move, actor, happened_at)
    select application_id, 'refused', 'refuse', 'company', ${checkout.now}
    from loan_application where code = ${sent.code}`.execute(db)
  const state = async () => {
    const { rows } = await sql<{ drafts: number; sealed: boolean; hash: boolean; papers: number }>`
      select (select count(*)::integer from loan_application where state = 'draft') as drafts,
        sealed is not null as sealed, document_hash is not null as hash,
        (select count(*)::integer from application_file file
          where file.application_id = a.application_id and sealed_key is not null) as papers
      from loan_application a where code = ${sent.code}`.execute(db)
    return rows[0]
  }
  expect(await state()).toMatchObject({ sealed: true, hash: true, papers: 1 })
  pass(8 * 24)
  await eraseLoans(deps())
  expect(await state()).toEqual({ drafts: 0, sealed: true, hash: false, papers: 0 })
  pass(23 * 24)
  await eraseLoans(deps())
  expect(await state()).toMatchObject({ sealed: false })
  expect((await read(sent)).applicant).toBeNull()

  // A loan ends with its delivery; one whose goods nobody took is erased as well.
  await restock(db)
  const [given, left] = [
    await sentLoan(await checkout.buyer()),
    await sentLoan(await checkout.buyer()),
  ]
  for (const [n, loan] of [given, left].entries()) {
    await answerLoan(checkout.door, loan, { answer: 'signed', contract_number: `HD-1${n}` })
  }
  await transaction(db, async (tx) => {
    const order = await lockOrderByCode(tx, String(given.order_code), everything)
    if (order === null) throw new RangeError('no order')
    const by = { actor: 'clock', staff_name: null, now: checkout.now } as const
    await followOrder(tx, order.order_id, 'deliver', by)
  })
  pass(31 * 24)
  await eraseLoans(deps())
  expect((await read(given)).applicant).toBeNull()
  expect((await read(left)).applicant).toBeNull()
  const hashes = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer from loan_application
      where code in (${given.code}, ${left.code}) and document_hash is not null`.execute(db)
    return rows[0]?.count
  }
  expect(await hashes()).toBe(2)
  pass(13 * 31 * 24)
  await eraseLoans(deps())
  expect(await hashes()).toBe(0)

  // Bytes that cannot be removed do not keep the others.
  await sql`insert into application_file (application_id, kind, name, sealed_key, created_at)
    select application_id, kind, repeat(letter, 32), null, ${new Date(0)} from loan_application,
      (values ('id_front', 'a'), ('id_back', 'b')) as file (kind, letter)
    where code = ${left.code}`.execute(db)
  const { paper_files, ...others } = deps()
  const pictures = { ...paper_files.pictures, files: failingOnce(paper_files.pictures.files) }
  expect(await eraseLoans({ ...others, paper_files: { ...paper_files, pictures } })).toMatchObject({
    papers: 1,
  })
})

/** Files whose first removal fails. */
function failingOnce<T extends { remove: (name: string) => Promise<void> }>(files: T): T {
  let is_first = true
  const remove = async (name: string) => {
    if (!is_first) return files.remove(name)
    is_first = false
    throw new Error('the store of files is away')
  }
  return Object.assign(Object.create(files) as T, { remove })
}
