import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buyerWith, dataOf, home_address, type Order, refusalOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Answer, type Ask, type Door, openDoor } from '#test/support/door.ts'
import { repeats } from '#test/support/repeats.ts'
import { goods, openSmallShop, restock } from '#test/support/small-shop.ts'
import { solvedCaptcha } from '#test/support/solve-captcha.ts'

// T15: flooding of what costs texts or staff's time (docs/threats.md).

const opening = new Date('2026-11-21T05:00:00Z')
const sentence = 'Quý khách thao tác quá nhanh, vui lòng nhấn xác thực Recaptcha!'
const address_path = '/api/cart/v1/quote/address'

/** The same rules in both houses. */
const houses: [string, Record<string, string>][] = [
  ['in memory', { WEB_CONCURRENCY: '1' }],
  ['in PostgreSQL', { WEB_CONCURRENCY: '2' }],
]

/** By how much limits are multiplied: the smaller they are, the fewer requests reach them. */
const scale = repeats({ verify: 0.2, soak: 1 })
const scaled = (limit: number) => Math.ceil(limit * scale)
const flood = repeats({ verify: 60, soak: 1_000 })
const tokens = repeats({ verify: 12, soak: 50 })

let last_ip = 0
/** An address on the internet that nobody had before. */
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

describe.each(houses)('limits counted %s', (_name, settings) => {
  let own: TestDatabase
  let door: Door
  let now = opening

  beforeAll(async () => {
    own = await testDatabase({ max: 4 })
    await openSmallShop(own.db)
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

  /** Somebody with goods in an open checkout. */
  async function buyerAt(ip: string) {
    const asked = await door.call('POST', '/api/sso/auth/guest-token', { json: {}, ...from(ip) })
    const buyer = buyerWith(door, dataOf<{ token: string }>(asked).token)
    dataOf(await buyer.add(goods.cable))
    dataOf(await buyer.quote({ [goods.cable]: 1 }))
    return buyer
  }

  function saveAddress(buyer: { token: string }, ip: string, given: Record<string, unknown>) {
    const json = { ...home_address, ...given }
    return door.call('POST', address_path, { token: buyer.token, json, ...from(ip) })
  }

  test(`${flood} addresses for one phone, from ${tokens} tokens and ${flood / 2} networks: ${scaled(30)} pass`, async () => {
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
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(scaled(30))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(flood - scaled(30))
    for (const { body, headers } of refused) {
      expect(body?.error).toEqual({
        code: 'too_many_requests',
        message: sentence,
        data: { need_recaptcha: true, retry_after: 3_600, captcha: { kind: 'altcha' } },
      })
      expect(headers.get('retry-after')).toBe('3600')
    }
    const other = await buyerAt(newIp())
    expect((await saveAddress(other, newIp(), { phone: newPhone() })).status).toBe(200)
  }, 60_000)

  test('who types no number at all is nobody’s neighbour', async () => {
    const typed = { phone: 'không có' }
    const flooders = await Promise.all(Array.from({ length: 2 }, () => buyerAt(newIp())))
    for (let sent = 0; sent < scaled(30); sent++) {
      const { token } = flooders[sent % 2] ?? { token: '' }
      expect((await saveAddress({ token }, newIp(), typed)).status).toBe(422)
    }
    const other = await buyerAt(newIp())
    expect((await saveAddress(other, newIp(), typed)).status).toBe(422)
  })

  test('one token with ever new phones and networks is stopped; its window ends by itself', async () => {
    const buyer = await buyerAt(newIp())
    const save = () => saveAddress(buyer, newIp(), { phone: newPhone() })
    for (let index = 0; index < scaled(30); index++) expect((await save()).status).toBe(200)
    const { status, body } = await save()
    expect(status).toBe(429)
    expect(body?.error?.data).toMatchObject({ retry_after: 600 })
    now = new Date(opening.getTime() + 599_000)
    expect((await save()).status).toBe(429)
    now = new Date(opening.getTime() + 600_000)
    expect((await save()).status).toBe(200)
  })

  test('a network is stopped whoever it says to be; X-Forwarded-For is read from its trusted end', async () => {
    const ip = newIp()
    const answers = await Promise.all(
      Array.from({ length: scaled(1_500) + 100 }, (_, index) =>
        // What a client writes itself stands before what the proxy adds.
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
    // Newcomers from there: the session and pages say 429, never 500.
    const own_page = { 'x-forwarded-for': ip, 'sec-fetch-site': 'same-origin' }
    expect((await door.call('POST', '/session', { headers: own_page })).status).toBe(429)
    const cart = await door.call('GET', '/cart', { headers: own_page })
    expect(cart.status).toBe(429)
    expect(cart.text).toContain('Quý khách thao tác quá nhanh')
    // Public pages ask for nobody.
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

  test('nor can many phones fill one stranger’s mailbox', async () => {
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

  test('a solved captcha lets through once, for addresses and for orders', async () => {
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

  test('beyond the ceiling of a phone no captcha helps, and none is asked for', async () => {
    const env = { RATE_LIMITS: '0.1', TRUST_PROXY: '127.0.0.1', ...settings }
    const strict = await openDoor(own, { now: () => now, env })
    const buyer = await buyerAt(newIp())
    const phone = newPhone()
    const outcomes: Answer[] = []
    for (let index = 0; index < 14; index++) {
      const captcha = { 'g-recaptcha-response': await solvedCaptcha(strict) }
      const json = { ...home_address, phone, ...captcha }
      outcomes.push(
        await strict.call('POST', address_path, { token: buyer.token, json, ...from(newIp()) }),
      )
    }
    await strict.close()
    expect(outcomes.map(({ status }) => status)).toEqual([...Array<number>(12).fill(200), 429, 429])
    const last = outcomes.at(-1)?.body?.error
    expect(last?.data).toEqual({ need_recaptcha: false, retry_after: 3_600 })
    expect(last?.message).toBe(sentence)
  }, 60_000)

  test('guessing secrets of orders is slowed down, honest links from elsewhere are not', async () => {
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
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await ask(order.secret, newIp())).status).toBe(200)
    // The page of that link counts with it.
    const page = `/cart/success/cod?code=${order.code}&key=${order.secret}`
    expect((await door.call('GET', page, from(guesser))).status).toBe(429)
    expect((await door.call('GET', page, from(newIp()))).status).toBe(200)
    for (let look = 0; look < scaled(30) + 10; look++) {
      expect((await ask(order.secret, newIp())).status).toBe(200)
    }
  })

  test('a form of a page hears the same, keeps what was typed and says how to go on', async () => {
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
    for (const words of [
      sentence,
      'Tôi không phải là người máy',
      'Gọi trước khi đến',
      '1800 2064',
    ]) {
      expect(page.text).toContain(words)
    }
    form.set('g-recaptcha-response', await solvedCaptcha(door))
    const through = await door.call('POST', '/cart/payment-info', { form, headers })
    expect([through.status, through.headers.get('location')]).toEqual([303, '/cart/payment'])
  })

  test('suggestions: only what must be worked out is counted', async () => {
    const ip = newIp()
    const ask = (q: string) => door.call('GET', `/api/search/v1/suggest?q=${q}`, from(ip))
    const answers = await Promise.all(
      Array.from({ length: scaled(600) + 50 }, (_, index) => ask(`cap${index}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(scaled(600))
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body?.error?.data).toEqual({ need_recaptcha: false, retry_after: 60 })
  }, 60_000)
})

describe('addresses of callers', () => {
  test('without TRUST_PROXY the header is not read, and a proxy in the house is not one shopper', async () => {
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
