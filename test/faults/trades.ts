import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addresses, dataPath } from '#admin/addresses/addresses.ts'
import type { Database } from '#db/schema.ts'
import { findStockErrors } from '#shop/views/stock/stock-proof-store.ts'
import { gatherCrowd } from '#test/faults/crowd.ts'
import { type Fault, FaultFailure, noneOf } from '#test/faults/fault.ts'
import { partErrors } from '#test/goods/repair-parts.ts'
import { fillStock, openSite, type Site } from '#test/faults/site.ts'
import { type Buyer, buyerWith, dataOf } from '#test/support/buyer.ts'
import type { Answer } from '#test/support/knock.ts'
import { staffHeaders } from '#test/support/staff.ts'
import { ledgerErrors, takeInventory } from '#test/support/stock-ledger.ts'

const shoppers = 4
const workers_of_a_kind = 3
/** How many promises were answered before a process is killed. */
const promises_before_kill = 12
const cycle_limit_ms = 120_000
/** A battery, which the demo shop changes in half an hour. */
const service = 1_000_000_005
const old_device = { device_code: 'iphone-15-128gb' }

/**
 * Kill -9 of the shop while shoppers book repairs, agree to quotes of repairs, buy used devices, get quotes for old
 * ones, send applications for loans, order by card in parts and order goods, while a counter takes in devices whose
 * owners wait; every third time together with the database. What was promised is kept once, no slot, part or device is
 * given twice, each application has one order, and each order by card one plan.
 */
export const trades: Fault = async (report, { rounds }) => {
  const site = await openSite()
  try {
    const items = await fillStock(site)
    const opening = await site.inDatabase(takeInventory)
    const crowd = await gatherCrowd(site, { size: shoppers, items, is_patient: true })
    const shopping = crowd.shop()
    const trading = await openTrading(site)
    const cycles = rounds(6, 60)
    const wrong: string[] = []
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await killWhileTrading(site, trading, { database_too: cycle % 3 === 0 })
      await site.inDatabase(async (db) => {
        const found = (await findStockErrors(db)).map((error) => JSON.stringify(error))
        wrong.push(...found, ...(await wrongSlots(db)), ...(await wrongDevices(db)))
        wrong.push(...(await partErrors(db)), ...(await wrongLoans(db)))
      })
    }
    crowd.stop()
    await shopping
    const changed = await repeat(trading)
    const { lost, ledger } = await site.inDatabase(async (db) => ({
      lost: await lostPromises(db, trading),
      ledger: await ledgerErrors(db, opening),
    }))
    const count = (kind: Kind) =>
      trading.promises.filter((one) => one.kind === kind && one.code).length
    const how = `${count('booking')} bookings, ${count('ticket')} repairs, ${count('used')} used devices, ${count('trade')} quotes, ${count('loan')} loans, ${count('card')} cards, ${count('walk_in')} walk-ins, ${crowd.acknowledged()} orders; ${cycles} kills`
    noneOf(report, 'slots, parts and devices that do not add up', wrong, how)
    noneOf(report, 'promises lost, doubled or changed', [...lost, ...changed], how)
    noneOf(report, 'inconsistent stock ledgers', ledger, how)
    noneOf(report, 'errors', [...crowd.tally.broken, ...trading.broken], 'to correct requests')
    if (kinds.some((kind) => count(kind) === 0)) {
      throw new FaultFailure(`too little: ${how}`)
    }
  } finally {
    await site.close()
  }
}

const kinds = ['booking', 'ticket', 'used', 'trade', 'loan', 'card', 'walk_in'] as const
type Kind = (typeof kinds)[number]

/** One press of a button, with its key: repeated, it must give the same. */
interface Promised {
  kind: Kind
  code: string | null
  again: () => Promise<Answer>
}

interface Trading {
  promises: Promised[]
  broken: string[]
  next: Record<Kind, () => Promise<Promised | null>>
}

async function openTrading(site: Site): Promise<Trading> {
  const devices = await site.inDatabase(async (db) => {
    const { rows } = await sql<{ product_id: number }>`
      select product_id from used_unit where state = 'listed' order by product_id`.execute(db)
    return rows.map(({ product_id }) => product_id)
  })
  const shop_id = await site.inDatabase(async (db) => {
    const { rows } = await sql<{ shop_id: number }>`
      select shop_id from used_unit where state = 'listed' order by shop_id limit 1`.execute(db)
    return rows[0]?.shop_id ?? 0
  })
  const times = freeTimes(site)
  const quotes = await site.inDatabase(quotedTickets)
  let phones = 0
  const phone = () => `09127${String((phones += 1)).padStart(5, '0')}`
  const guest = async () =>
    buyerWith(
      site,
      dataOf<{ token: string }>(await site.call('POST', '/api/sso/auth/guest-token', { json: {} }))
        .token,
    )
  const drafts = await savedForms(site, guest, phone)
  const carts = await savedCarts(site, guest, phone)
  const counter = { ...(await staffHeaders(site)), 'sec-fetch-site': 'same-origin' }
  const repairing = await site.inDatabase(shopsThatRepair)
  const press = (kind: Kind, again: () => Promise<Answer>): Promised => ({
    kind,
    code: null,
    again,
  })
  return {
    promises: [],
    broken: [],
    next: {
      booking: async () => {
        const [buyer, time] = [await guest(), await times()]
        const json = {
          ...time,
          item_id: service,
          customer_name: 'Nguyễn Văn An',
          customer_phone: phone(),
        }
        return press('booking', keyed(buyer.call, '/api/cart/v1/booking', json))
      },
      ticket: async () => {
        const quote = quotes.pop()
        if (quote === undefined) return null
        const { code, secret } = quote
        const path = `/api/repair/v1/ticket/approve?secret=${secret}`
        return press('ticket', () => site.call('POST', path, { json: { code, version: 1 } }))
      },
      used: async () => {
        // Two buyers at once want the same device.
        const item_id = devices[Math.floor(phones / 2) % devices.length] ?? 0
        const buyer = await guest()
        const added = await buyer.add(item_id)
        if (added.status !== 200) return (phone(), null)
        dataOf(await buyer.quote({ [item_id]: 1 }))
        dataOf(await buyer.address({ phone: phone() }))
        return press('used', keyed(buyer.call, '/api/cart/v1/order', { payment_method: 'cod' }))
      },
      trade: async () => {
        const buyer = await guest()
        const json = {
          ...{ ...old_device, answers: await perfect(site), province_id: 30, erp_shop_id: shop_id },
          ...{ customer_name: 'Nguyễn Văn An', customer_phone: phone(), visit_on: tomorrow() },
        }
        return press('trade', keyed(buyer.call, '/api/cart-trade/v1/trade-in', json))
      },
      loan: async () => {
        const draft = drafts.pop()
        if (draft === undefined) return (await sleep(100), null)
        // Few phones of one network that nobody has proven may wait: those of before are proven here.
        await site.inDatabase((db) =>
          sql`update loan_application set phone_proven_at = now() where phone_proven_at is null`.execute(
            db,
          ),
        )
        const { buyer, code } = draft
        return press('loan', () => buyer.call('POST', `${loan_path}/submit`, { code }))
      },
      card: async () => {
        const cart = carts.pop()
        if (cart === undefined) return (await sleep(100), null)
        const plan = { bank_code: 'VCB', card_brand: 'VISA', months: 6, card_amount: 3_000_000 }
        const path = '/api/cart/v1/installment/card-order'
        return press('card', keyed(cart.buyer.call, path, plan))
      },
      walk_in: async () => {
        // All shops fill up by and by: who comes then is refused.
        const number = phones
        const fields = {
          ...{ form_key: crypto.randomUUID(), name: walk_in_name, phone: phone() },
          ...{ shop_id: String(repairing[number % repairing.length]), device: 'iPhone 13' },
          ...{ fault: 'Pin chai', unlock: 'customer', waits_minutes: '30' },
          promised_at: `${tomorrow()}T10:00`,
        }
        return press('walk_in', async () => {
          const form = new URLSearchParams(fields)
          const path = dataPath(addresses.new_repair.path)
          return withCode(await site.call('POST', path, { form, headers: counter }))
        })
      },
    },
  }
}

/** So many parts are there for them: the others wait for one. */
const parts_of_tickets = 60

/** Makes tickets whose quotes wait for a yes, all of one part at one shop. */
async function quotedTickets(db: Database): Promise<{ code: string; secret: string }[]> {
  const { rows } = await sql<{ code: string; secret: string }>`
    with shop as (
      insert into repair_part_stock as here (option_id, shop_id, quantity)
      select ${service}, min(shop_id), ${parts_of_tickets} from shop_skill
      on conflict (option_id, shop_id) do update set quantity = excluded.quantity + here.reserved
      returning shop_id
    ), made as (
      insert into repair_ticket (secret, form_key, shop_id, state, kind, name, phone, device, fault, powers_on, broken,
        accessories, unlock, promised_at, received_by, created_at)
      select md5('quote ' || n), 'quote-' || n, shop_id, 'quoted', 'repair', 'Nguyễn Văn An', '+84912700000', 'iPhone 13',
        'Pin chai', true, '{}', '{}', 'none', now() + interval '1 day', 'Lan', now()
      from shop, generate_series(1, 3000) n
      returning ticket_id, code, secret
    ), line as (
      insert into repair_ticket_line (ticket_id, position, option_id, name, price, warranty_months, state)
      select ticket_id, 1, ${service}, 'Thay pin', 890000, 12, 'offered' from made
    )
    select code, secret from made`.execute(db)
  return rows
}

/** Who walks in is known by this name. */
const walk_in_name = 'Khách chờ lấy ngay'

async function shopsThatRepair(db: Database): Promise<number[]> {
  const { rows } = await sql<{ shop_id: number }>`
    select shop_id from shop_skill where skill = 'any' order by shop_id`.execute(db)
  return rows.map(({ shop_id }) => shop_id)
}

/** The page of staff answers with the place of the ticket; promises are compared by code. */
function withCode(answer: Answer): Answer {
  const { kind, location } = (answer.body ?? {}) as { kind?: string; location?: string }
  if (kind !== 'redirect') return { ...answer, status: answer.status === 200 ? 422 : answer.status }
  return { ...answer, body: { data: { code: location?.split('/').at(-1) } } }
}

type Call = ReturnType<typeof buyerWith>['call']

function keyed(call: Call, path: string, json: unknown): () => Promise<Answer> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return () => call('POST', path, json, { headers })
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

/** The best answer to each question. */
async function perfect(site: Site): Promise<Record<string, string>> {
  const path = '/api/cart-trade/v1/device?model_code=iphone-15'
  const { questions } = dataOf<{
    questions: { question_code: string; answers: { answer_code: string; deduction: number }[] }[]
  }>(await site.call('GET', path))
  return Object.fromEntries(
    questions.map(({ question_code, answers }) => [
      question_code,
      answers.toSorted((a, b) => a.deduction - b.deduction)[0]?.answer_code ?? '',
    ]),
  )
}

/** Gives free times of all shops that repair, one after another. Two callers may get the same one. */
function freeTimes(site: Site): () => Promise<{ erp_shop_id: number; booking_date: string }> {
  const found: { erp_shop_id: number; booking_date: string }[] = []
  let shops: { id: number }[] = []
  return async () => {
    if (shops.length === 0) {
      const list = await site.call('GET', '/api/locations/v1/shops/list?kind=sua-chua')
      shops = dataOf<{ data: { id: number }[] }>(list).data
    }
    const { id: erp_shop_id = 0 } = shops[Math.floor(Math.random() * shops.length)] ?? {}
    if (found.length === 0) {
      const path = `/api/cart/v1/booking/slots?item_id=${service}&erp_shop_id=${erp_shop_id}`
      const { days } = dataOf<{ days: { slots: { starts_at: string }[] }[] }>(
        await site.call('GET', path),
      )
      const starts = days.flatMap(({ slots }) => slots.filter((_, n) => n % 2 === 0))
      for (const { starts_at } of starts)
        found.push(...Array(2).fill({ erp_shop_id, booking_date: starts_at }))
    }
    return found.pop() ?? { erp_shop_id, booking_date: new Date().toISOString() }
  }
}

async function killWhileTrading(
  site: Site,
  trading: Trading,
  { database_too }: { database_too: boolean },
): Promise<void> {
  const ending = new AbortController()
  const works = kinds.flatMap((kind) => Array<Kind>(workers_of_a_kind).fill(kind))
  const working = works.map((kind) => tradeUntil(ending.signal, trading, kind))
  const kept = () => trading.promises.filter(({ code }) => code !== null).length
  const [before, deadline] = [kept(), performance.now() + cycle_limit_ms]
  while (kept() < before + promises_before_kill) {
    if (performance.now() > deadline) throw new FaultFailure('nothing was promised')
    await sleep(5)
  }
  // The delay varies, so that different statements are interrupted.
  await sleep(Math.random() * 100)
  if (database_too) process.kill(site.databasePid(), 'SIGKILL')
  await site.kill()
  ending.abort()
  await Promise.all(working)
  await site.open()
}

async function tradeUntil(ending: AbortSignal, trading: Trading, kind: Kind): Promise<void> {
  while (!ending.aborted) {
    try {
      const promised = await trading.next[kind]()
      if (promised === null) continue
      trading.promises.push(promised)
      note(trading, promised, await promised.again())
    } catch {
      // Shop or database are gone.
      await sleep(20)
    }
  }
}

/** A refusal is an answer: the device was sold, the time was taken. */
function note(trading: Trading, promised: Promised, answer: Answer): void {
  if (answer.status === 200) promised.code = dataOf<{ code: string }>(answer).code
  else if (answer.status >= 500 && answer.status !== 503)
    trading.broken.push(`${promised.kind}: ${answer.status}`)
}

/** Presses every button again: what was promised is the same, and what had no answer gets one. */
async function repeat(trading: Trading): Promise<string[]> {
  const changed: string[] = []
  for (const promised of trading.promises) {
    const { code, kind } = promised
    const answer = await promised.again()
    if (code === null) note(trading, promised, answer)
    else if (answer.status !== 200)
      changed.push(`${kind} ${code}: ${answer.status} ${answer.text.slice(0, 200)}`)
    else if (dataOf<{ code: string }>(answer).code !== code)
      changed.push(`${kind} ${code} became another`)
  }
  return changed
}

/** Promises that the database does not have, and rows that nobody was promised. */
async function lostPromises(db: Database, trading: Trading): Promise<string[]> {
  const { rows } = await sql<{ kind: Kind; code: string }>`
    select 'booking' as kind, code from booking
    union all select 'ticket', code from repair_ticket
      where form_key like 'quote-%' and state in ('repairing', 'waiting_parts')
    union all select 'walk_in', code from repair_ticket where name = ${walk_in_name}
    union all select 'card', code from sales_order where exists (
      select from card_plan where card_plan.order_id = sales_order.order_id)
    union all select 'trade', code from trade_quote
    union all select 'loan', code from loan_application where state <> 'draft'
    union all select 'used', code from sales_order where exists (
      select from sales_order_line line join used_unit on used_unit.product_id = line.item_id
      where line.order_id = sales_order.order_id)`.execute(db)
  const stored = new Set(rows.map(({ kind, code }) => `${kind} ${code}`))
  const known = new Set(
    trading.promises.flatMap(({ kind, code }) => (code ? [`${kind} ${code}`] : [])),
  )
  return [
    ...[...known].filter((one) => !stored.has(one)).map((one) => `${one} is lost`),
    ...[...stored].filter((one) => !known.has(one)).map((one) => `${one} was promised to nobody`),
  ]
}

const company_id = 'homecredit'
const loan_path = '/api/cart/v1/installment/application'
const saved_forms = 20

/** Forms of loans that only need to be sent. To fill one in takes longer than a shop lives here. */
async function savedForms(
  site: Site,
  guest: () => Promise<Buyer>,
  phone: () => string,
): Promise<{ buyer: Buyer; code: string }[]> {
  const saved: { buyer: Buyer; code: string }[] = []
  for (const { buyer, own } of await savedCarts(site, guest, phone)) {
    const form = {
      ...{ company_id, prepaid_percent: 30, months: 12, has_insurance: false, phone: own },
      ...{ name: 'Nguyễn Văn An', birth_date: '1990-05-20', agrees: true, income: 15_000_000 },
      ...{ document_number: `001090${own.slice(-6)}`, job: 'Kỹ sư' },
      relatives: [{ name: 'Trần Thị Bình', phone: '0912345679', relation: 'Vợ' }],
    }
    const { code } = dataOf<{ code: string }>(await buyer.call('POST', loan_path, form))
    saved.push({ buyer, code })
  }
  return saved
}

/** Checkouts of goods that are paid in parts, up to the choice of who lends. */
async function savedCarts(
  site: Site,
  guest: () => Promise<Buyer>,
  phone: () => string,
): Promise<{ buyer: Buyer; own: string }[]> {
  const { item_id, erp_shop_id } = await site.inDatabase(goodsOfLoans)
  const saved: { buyer: Buyer; own: string }[] = []
  while (saved.length < saved_forms) {
    const [buyer, own] = [await guest(), phone()]
    dataOf(await buyer.call('POST', '/api/cart/v1/cart', { item_id, item_type: 4 }))
    const Quote = { type: 4, province_id: 30, installment_type: 2 }
    const QuoteItems = [{ item_id, item_quantity: 1 }]
    dataOf(await buyer.call('POST', '/api/cart/v1/quote', { Quote, QuoteItems }))
    const pickup = { shipping_method: 'store_pickup', erp_shop_id }
    dataOf(await buyer.address({ phone: own, ...pickup }))
    saved.push({ buyer, own })
  }
  return saved
}

/** A product that the company lends the price of, and a shop that has it. */
async function goodsOfLoans(db: Database): Promise<{ item_id: number; erp_shop_id: number }> {
  const { rows } = await sql<{ item_id: number; erp_shop_id: number }>`
    select product_id as item_id, shop_id as erp_shop_id
    from price join stock using (product_id) join shop using (shop_id)
    where coalesce(sale_price, list_price) between 5000000 and 20000000 and quantity > 0
      and shop.province_id = 30 and kinds @> '{ban-hang}'
      and product_id not in (select product_id from used_unit) order by product_id, shop_id limit 1`.execute(
    db,
  )
  const [found] = rows
  if (found === undefined) throw new FaultFailure('no shop has goods for a loan')
  return found
}

/** Applications without an order, orders of loans without one application, and a state that does not fit the other. */
async function wrongLoans(db: Database): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('application %s is sent without an order', code) as problem from loan_application
    where state <> 'draft' and order_id is null
    union all select format('order %s has %s applications', o.code, count(a.application_id))
    from sales_order o left join loan_application a using (order_id)
    where o.payment_method = 'installment' group by o.order_id having count(a.application_id) <> 1
    union all select format('order %s by card has %s plans', o.code, count(plan.card_plan_id))
    from sales_order o left join card_plan plan using (order_id)
    where o.payment_method = 'alepay' group by o.order_id having count(plan.card_plan_id) <> 1
    union all select format('application %s is %s, its order %s is %s', a.code, a.state, o.code, o.state)
    from loan_application a join sales_order o using (order_id)
    where (a.state in ('refused', 'lapsed', 'withdrawn')) <> (o.state in ('cancelled', 'expired'))`.execute(
    db,
  )
  return rows.map(({ problem }) => problem)
}

/** Slots whose count is not that of their bookings. */
async function wrongSlots(db: Database): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('slot %s %s %s: %s taken, %s bookings', shop_id, skill, starts_at, taken, booked) as problem
    from slot, lateral (select count(*) as booked from booking_slot
      where (booking_slot.shop_id, booking_slot.skill, booking_slot.starts_at)
        = (slot.shop_id, slot.skill, slot.starts_at)) one
    where taken <> booked`.execute(db)
  return rows.map(({ problem }) => problem)
}

/** Devices in two orders, or whose state is not that of their stock. */
async function wrongDevices(db: Database): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('device %s: %s, %s orders, %s free', imei_id, state, orders, free) as problem
    from used_unit, lateral (
      select (select count(*) from reservation r where r.product_id = used_unit.product_id
          and kind = 'stock' and released_at is null) as orders,
        (select coalesce(sum(quantity), 0) from stock where stock.product_id = used_unit.product_id) as free) one
    where orders > 1 or free > 1 or (state = 'listed' and (orders, free) <> (0, 1))
      or (state = 'held' and (orders, free) <> (1, 0))`.execute(db)
  return rows.map(({ problem }) => problem)
}
