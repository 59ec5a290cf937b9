import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buyerWith, dataOf, home_address, type Order, refusalOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Answer, type Ask, type Door, openDoor } from '#test/support/door.ts'
import { repeats } from '#test/support/repeats.ts'
import { products, restock } from '#test/support/small-shop.ts'
import { solvedCaptcha } from '#test/support/solve-captcha.ts'

// T15: floods of what costs messages or staff's time (docs/threats.md).

const opening = new Date('2026-11-21T05:00:00Z')
const sentence = 'Quý khách thao tác quá nhanh, vui lòng nhấn xác thực Recaptcha!'
const address_path = '/api/cart/v1/quote/address'

type Counters = [string, Record<string, string>]
const in_memory: Counters = ['in memory', { WEB_CONCURRENCY: '1' }]
const in_postgres: Counters = ['in PostgreSQL', { WEB_CONCURRENCY: '2' }]
/** The same rules with both kinds of counters; staff-login.test.ts has the other kind in `verify`. */
const counters = repeats({ verify: [in_memory], soak: [in_memory, in_postgres] })

/** Factor of the limits: with smaller limits fewer requests reach them. */
const scale = repeats({ verify: 0.1, soak: 1 })
const scaled = (limit: number) => Math.ceil(limit * scale)
/** Seconds until another attempt passes, if the limit was used up at the beginning of a window. */
const waitAfter = (limit: number, window_s: number) => Math.ceil(window_s + window_s / limit)
const flood = repeats({ verify: 60, soak: 1_000 })
const tokens = repeats({ verify: 12, soak: 50 })

let last_ip = 0
/** A public IP address that no test has used. */
function newIp(): string {
  last_ip += 1
  return `198.${18 + Math.floor(last_ip / 65_536)}.${Math.floor(last_ip / 256) % 256}.${last_ip % 256}`
}
let last_phone = 0
function newPhone(): string {
  last_phone += 1
  return `09124${String(last_phone).padStart(5, '0')}`
}
const from = (ip: string): Ask => ({ headers: { 'x-forwarded-for': ip } })

describe.each(counters)('limits counted %s', (_name, settings) => {
  let own: TestDatabase
  let door: Door
  let now = opening

  beforeAll(async () => {
    own = await testDatabase({ small: true, max: 4 })
    const env = { RATE_LIMITS: String(scale), TRUST_PROXY: '127.0.0.1', ...settings }
    door = await openDoor(own, { now: () => now, env })
  }, 60_000)
  afterAll(async () => {
    await door.close()
    await own.close()
  })
  beforeEach(async () => {
    now = opening
    await restock(own.db)
  })

  /** Creates a buyer with an item in an open checkout. */
  async function buyerAt(ip: string) {
    const response = await door.call('POST', '/api/sso/auth/guest-token', { json: {}, ...from(ip) })
    const buyer = buyerWith(door, dataOf<{ token: string }>(response).token)
    dataOf(await buyer.add(products.cable))
    dataOf(await buyer.quote({ [products.cable]: 1 }))
    return buyer
  }

  function saveAddress(buyer: { token: string }, ip: string, fields: Record<string, unknown>) {
    const json = { ...home_address, ...fields }
    return door.call('POST', address_path, { token: buyer.token, json, ...from(ip) })
  }

  test(`${flood} addresses for one phone, from ${tokens} tokens and ${flood / 2} networks: ${scaled(120)} pass`, async () => {
    const buyers = await Promise.all(Array.from({ length: tokens }, () => buyerAt(newIp())))
    const networks = Array.from({ length: flood / 2 }, newIp)
    const spellings = ['0912 399 999', '+84912399999', '0912.399.999', '84912399999']
    const answers: Answer[] = []
    for (let sent = 0; sent < flood; sent += tokens) {
      const wave = buyers.map((buyer, index) =>
        saveAddress(buyer, networks[(sent + index) % networks.length] ?? '', {
          phone: spellings[index % spellings.length],
        }),
      )
      answers.push(...(await Promise.all(wave)))
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(scaled(120))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(flood - scaled(120))
    const retry_after = waitAfter(scaled(120), 3_600)
    for (const { body, headers } of refused) {
      expect(body?.error).toEqual({
        code: 'too_many_requests',
        message: sentence,
        data: { need_recaptcha: true, retry_after, captcha: { kind: 'altcha' } },
      })
      expect(headers.get('retry-after')).toBe(String(retry_after))
    }
    const other = await buyerAt(newIp())
    expect((await saveAddress(other, newIp(), { phone: newPhone() })).status).toBe(200)
  }, 60_000)

  test('the gateway of comments counts what it passes on: codes go to few phones', async () => {
    const ip = newIp()
    const passOn = (url: string, body: Record<string, unknown>) =>
      door.call('POST', '/api/comment/v1/gateway', {
        json: { method: url.includes('own') ? 'GET' : 'POST', url, body },
        ...from(ip),
      })
    const answers: Answer[] = []
    for (let sent = 0; sent < scaled(60) + 2; sent++) {
      answers.push(await passOn('/v1/codes', { phone: newPhone() }))
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(scaled(60))
    expect(answers.at(-1)?.body?.error).toMatchObject({
      code: 'too_many_requests',
      data: { need_recaptcha: true },
    })
    // Solved in the body that is passed on, where the operation has its captcha.
    const solved = { 'g-recaptcha-response': await solvedCaptcha(door) }
    expect((await passOn('/v1/codes', { phone: newPhone(), ...solved })).status).toBe(200)
    const guesses: number[] = []
    for (let sent = 0; sent < scaled(30) + 1; sent++) {
      const secret = sent.toString(16).padStart(32, '0')
      guesses.push((await passOn(`/v1/comments/own?secret=${secret}`, {})).status)
    }
    expect(guesses.filter((status) => status === 404)).toHaveLength(scaled(30))
    expect(guesses.at(-1)).toBe(429)
  }, 60_000)

  test(`bookings are counted by the phone under their own name for it: ${scaled(8)} pass, then the captcha`, async () => {
    const spellings = ['0912 388 888', '+84912388888', '0912.388.888', '84912388888']
    const answers: Answer[] = []
    for (let sent = 0; sent < scaled(8) + 2; sent++) {
      const { token } = await buyerAt(newIp())
      const json = {
        item_id: 1_000_000_001,
        customer_name: 'An',
        customer_phone: spellings[sent % spellings.length],
        booking_date: '2026-11-23T09:00',
        erp_shop_id: 4,
      }
      const ask = { token, json, ...from(newIp()) }
      answers.push(await door.call('POST', '/api/cart/v1/booking', ask))
    }
    const passed = answers.slice(0, scaled(8)).map(refusalOf)
    expect(new Set(passed)).toEqual(new Set(['404 service_not_found']))
    for (const { status, body } of answers.slice(scaled(8))) {
      expect([status, body?.error?.message]).toEqual([429, sentence])
    }
  })

  test(`moves of bookings are counted by token and by network: ${scaled(20)} and ${scaled(200)} pass`, async () => {
    const json = { code: 'LH261120-00000000', booking_date: '2026-11-23T09:00' }
    const move = async (token: string, ip: string) =>
      (await door.call('PUT', '/api/cart/v1/booking', { json, token, ...from(ip) })).status
    const ip = newIp()
    for (let sent = 0; sent < scaled(200); sent += scaled(20)) {
      const { token } = await buyerAt(newIp())
      for (let one = 0; one < scaled(20); one++) expect(await move(token, ip)).toBe(404)
      expect(await move(token, newIp())).toBe(429)
    }
    const { token } = await buyerAt(newIp())
    expect(await move(token, ip)).toBe(429)
    expect(await move(token, newIp())).toBe(404)
  })

  test('phones without digits are not counted together', async () => {
    const invalid_phone = { phone: 'không có' }
    const flooders = await Promise.all(Array.from({ length: 2 }, () => buyerAt(newIp())))
    for (let sent = 0; sent < scaled(30); sent++) {
      const { token } = flooders[sent % 2] ?? { token: '' }
      expect((await saveAddress({ token }, newIp(), invalid_phone)).status).toBe(422)
    }
    const other = await buyerAt(newIp())
    expect((await saveAddress(other, newIp(), invalid_phone)).status).toBe(422)
  })

  test('one token with new phones and networks is limited; its window slides by itself', async () => {
    const buyer = await buyerAt(newIp())
    const save = () => saveAddress(buyer, newIp(), { phone: newPhone() })
    for (let index = 0; index < scaled(30); index++) expect((await save()).status).toBe(200)
    const { status, body } = await save()
    expect(status).toBe(429)
    const retry_after = waitAfter(scaled(30), 600)
    expect(body?.error?.data).toMatchObject({ retry_after })
    now = new Date(opening.getTime() + (retry_after - 1) * 1_000)
    expect((await save()).status).toBe(429)
    now = new Date(opening.getTime() + retry_after * 1_000)
    expect((await save()).status).toBe(200)
    // Not the whole limit at once: twice the number would pass around the end of a window.
    expect((await save()).status).toBe(429)
  })

  test('a network is limited under any forged address; X-Forwarded-For is read from its trusted end', async () => {
    const ip = newIp()
    const answers = await Promise.all(
      Array.from({ length: scaled(1_500) + 100 }, (_, index) =>
        // Addresses that the client writes come before the one that the proxy adds.
        door.call('POST', '/api/sso/auth/guest-token', {
          json: {},
          headers: { 'x-forwarded-for': `10.9.${index % 250}.7, 8.8.8.${index % 250}, ${ip}` },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(scaled(1_500))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100)
    const elsewhere = await door.call('POST', '/api/sso/auth/guest-token', {
      json: {},
      ...from(newIp()),
    })
    expect(elsewhere.status).toBe(200)
    // New visitors from this address: session and pages answer 429, never 500.
    const own_page = { 'x-forwarded-for': ip, 'sec-fetch-site': 'same-origin' }
    expect((await door.call('POST', '/session', { headers: own_page })).status).toBe(429)
    const cart = await door.call('GET', '/cart', { headers: own_page })
    expect(cart.status).toBe(429)
    expect(cart.text).toContain('Quý khách thao tác quá nhanh')
    // Public pages need no token.
    expect((await door.call('GET', '/', { headers: own_page })).status).toBe(200)
  }, 60_000)

  test('orders are counted by the phone of the checkout, over many tokens', async () => {
    const phone = newPhone()
    const outcomes: string[] = []
    for (let index = 0; index < scaled(15) + 2; index++) {
      const buyer = await buyerAt(newIp())
      dataOf(await saveAddress(buyer, newIp(), { phone }))
      const answer = await buyer.order({ payment_method: 'cod' })
      outcomes.push(answer.status === 200 ? 'ordered' : refusalOf(answer))
    }
    expect(outcomes.slice(0, scaled(15))).toEqual(Array<string>(scaled(15)).fill('ordered'))
    expect(outcomes.slice(scaled(15))).toEqual(['429 too_many_requests', '429 too_many_requests'])
  })

  test('orders are counted by e-mail address, over many phones', async () => {
    const outcomes: string[] = []
    for (let index = 0; index < scaled(15) + 1; index++) {
      const buyer = await buyerAt(newIp())
      const email = index % 2 === 0 ? 'nguoi.la@vidu.vn' : 'Nguoi.La@VIDU.vn'
      dataOf(await saveAddress(buyer, newIp(), { phone: newPhone(), email }))
      const answer = await buyer.order({ payment_method: 'cod' })
      outcomes.push(answer.status === 200 ? 'ordered' : refusalOf(answer))
    }
    expect(outcomes.slice(0, scaled(15))).toEqual(Array<string>(scaled(15)).fill('ordered'))
    expect(outcomes.slice(scaled(15))).toEqual(['429 too_many_requests'])
  })

  test('a solved captcha lets one attempt through, for addresses and for orders', async () => {
    const phone = newPhone()
    const buyers = await Promise.all(Array.from({ length: scaled(15) + 1 }, () => buyerAt(newIp())))
    for (const buyer of buyers) dataOf(await saveAddress(buyer, newIp(), { phone }))
    for (const buyer of buyers.slice(0, -1)) dataOf(await buyer.order())
    const last = buyers.at(-1) ?? (await buyerAt(newIp()))
    expect(refusalOf(await last.order())).toBe('429 too_many_requests')
    const captcha = { 'g-recaptcha-response': await solvedCaptcha(door) }
    dataOf<Order>(await last.order({ payment_method: 'cod', ...captcha }))
    const next = await buyerAt(newIp())
    dataOf(await saveAddress(next, newIp(), { phone }))
    const again = await next.order({ payment_method: 'cod', ...captcha })
    expect(refusalOf(again)).toBe('429 too_many_requests')
    expect(again.body?.error?.data).toMatchObject({
      need_recaptcha: true,
      captcha_problem: 'wrong',
    })
  }, 60_000)

  test('one sender is held at the ceiling of a phone; a solved captcha lets its owner through', async () => {
    // Each solved captcha costs a fifth of a second.
    const [rate, ceiling] = repeats({ verify: [0.05, 6], soak: [0.1, 12] })
    const env = { RATE_LIMITS: String(rate), TRUST_PROXY: '127.0.0.1', ...settings }
    const strict = await openDoor(own, { now: () => now, env })
    const save = async (buyer: { token: string }, ip: string, is_solved: boolean) => {
      const captcha = is_solved ? { 'g-recaptcha-response': await solvedCaptcha(strict) } : {}
      const json = { ...home_address, phone, ...captcha }
      return strict.call('POST', address_path, { token: buyer.token, json, ...from(ip) })
    }
    const phone = newPhone()
    const sender = newIp()
    const outcomes: Answer[] = []
    for (let index = 0; index < ceiling + 2; index++) {
      outcomes.push(await save(await buyerAt(newIp()), sender, true))
    }
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array<number>(ceiling).fill(200),
      429,
      429,
    ])
    const last = outcomes.at(-1)?.body?.error
    expect(last?.data).toEqual({ need_recaptcha: false, retry_after: waitAfter(ceiling, 3_600) })
    expect(last?.message).toBe(sentence)

    const owner = await buyerAt(newIp())
    const home = newIp()
    const asked = await save(owner, home, false)
    expect(asked.status).toBe(429)
    expect(asked.body?.error?.data).toMatchObject({ need_recaptcha: true })
    expect((await save(owner, home, true)).status).toBe(200)
    await strict.close()
  }, 60_000)

  test('a captcha is not used up by an attempt that it cannot help', async () => {
    const env = { RATE_LIMITS: '0.03', TRUST_PROXY: '127.0.0.1', ...settings }
    const strict = await openDoor(own, { now: () => now, env })
    const captcha = { 'g-recaptcha-response': await solvedCaptcha(strict) }
    const save = async (phone: string, ip: string, more: object) => {
      const { token } = await buyerAt(newIp())
      const json = { ...home_address, phone, ...more }
      return (await strict.call('POST', address_path, { token, json, ...from(ip) })).status
    }
    const [phone, ip] = [newPhone(), newIp()]
    for (let index = 0; index < 4; index++) {
      const solved = { 'g-recaptcha-response': await solvedCaptcha(strict) }
      expect(await save(phone, ip, solved)).toBe(200)
    }
    expect(await save(phone, ip, captcha)).toBe(429)
    expect(await save(phone, newIp(), captcha)).toBe(200)
    await strict.close()
  }, 60_000)

  test('guessing secrets of orders is limited; valid links from other addresses are not', async () => {
    const buyer = await buyerAt(newIp())
    dataOf(await saveAddress(buyer, newIp(), { phone: newPhone() }))
    const order = dataOf<Order>(await buyer.order())
    const guesser = newIp()
    const ask = (secret: string, ip: string) =>
      door.call('GET', `/api/cart/v1/order?code=${order.code}&secret=${secret}`, from(ip))
    const guesses: number[] = []
    for (let index = 0; index < scaled(30) + 10; index++) {
      guesses.push((await ask(index.toString(16).padStart(40, '0'), guesser)).status)
    }
    expect(guesses.filter((status) => status === 404)).toHaveLength(scaled(30))
    expect(guesses.slice(scaled(30))).toEqual(Array<number>(10).fill(429))
    const late = await ask(order.secret, guesser)
    expect([late.status, late.headers.get('retry-after')]).toEqual([
      429,
      String(waitAfter(scaled(30), 60)),
    ])
    expect((await ask(order.secret, newIp())).status).toBe(200)
    // The page with that link counts under the same limit.
    const page = `/cart/success/cod?code=${order.code}&key=${order.secret}`
    expect((await door.call('GET', page, from(guesser))).status).toBe(429)
    expect((await door.call('GET', page, from(newIp()))).status).toBe(200)
    for (let visit_number = 0; visit_number < scaled(30) + 10; visit_number++) {
      expect((await ask(order.secret, newIp())).status).toBe(200)
    }
  })

  test('a form of a page gets the same refusal, keeps typed fields and says how to go on', async () => {
    const buyer = await buyerAt(newIp())
    for (let index = 0; index < scaled(30); index++) {
      dataOf(await saveAddress(buyer, newIp(), { phone: newPhone() }))
    }
    const form = new URLSearchParams({
      ...home_address,
      province_id: '30',
      province_code: '79',
      intent: 'save',
      note: 'Gọi trước khi đến',
    })
    const headers = { cookie: `token=${buyer.token}`, 'sec-fetch-site': 'same-origin' }
    const page = await door.call('POST', '/cart/payment-info', { form, headers })
    expect(page.status).toBe(429)
    for (const text of [sentence, 'Tôi không phải là robot', 'Gọi trước khi đến', '1800 2064']) {
      expect(page.text).toContain(text)
    }
    // The way on is the captcha: the time to wait is for those who cannot solve it.
    const scripted = page.text.replaceAll(/<span class="hidden noscript:inline">.*?<\/span>/gs, '')
    expect(scripted).not.toContain('thử lại sau')
    form.set('g-recaptcha-response', await solvedCaptcha(door))
    const through = await door.call('POST', '/cart/payment-info', { form, headers })
    expect([through.status, through.headers.get('location')]).toEqual([303, '/cart/payment'])
  })

  test('suggestions: only answers that are not cached are counted', async () => {
    const ip = newIp()
    const ask = (q: string) => door.call('GET', `/api/search/v1/suggest?q=${q}`, from(ip))
    const answers = await Promise.all(
      Array.from({ length: scaled(600) + 50 }, (_, index) => ask(`cap${index}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(scaled(600))
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body?.error?.data).toEqual({
      need_recaptcha: false,
      retry_after: waitAfter(scaled(600), 60),
    })
  }, 60_000)
})

describe('addresses of callers', () => {
  test('without TRUST_PROXY the header is not read, and a private proxy address is not limited', async () => {
    const own = await testDatabase({ max: 4 })
    const door = await openDoor(own, { env: { RATE_LIMITS: '0.001' } })
    const ask = (ip: string) =>
      door.call('POST', '/api/sso/auth/guest-token', { json: {}, ...from(ip) })
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('203.0.113.9')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await door.close()
    await own.close()
  })
})
