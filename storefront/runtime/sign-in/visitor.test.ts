import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { dataOf, newBuyer } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { products } from '#test/support/small-shop.ts'

let own: TestDatabase
let door: Door
let lines: { msg: string; code?: string; service_name?: string }[] = []

beforeAll(async () => {
  own = await testDatabase({ small: true })
  const write = (line: string) => void lines.push(JSON.parse(line))
  const log = createLog({ service: 'test', level: 'info', destination: { write } })
  door = await openDoor(own, { log })
})
afterAll(async () => {
  await door.close()
  await own.close()
})
beforeEach(() => {
  lines = []
})

/** Two visitors: the first has a cable in the cart, the second none. */
async function tokens(): Promise<[full: string, empty: string]> {
  const buyer = await newBuyer(door)
  dataOf(await buyer.add(products.cable))
  return [buyer.token, await door.guest()]
}

/** What the API and the page find in the cart of these cookies. */
async function quantities(cookie: string) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const api = await door.call('GET', '/api/cart/v1/cart', { headers })
  const page = await door.call('GET', '/_data/cart', { headers })
  const shown = page.body as { answer?: { data: { cart: { item_quantity: number } } } } | null
  return {
    api: (api.body?.data as { item_quantity: number } | undefined)?.item_quantity,
    page: shown?.answer?.data.cart.item_quantity,
    cookies: page.headers.getSetCookie().map((line) => line.split(';')[0]),
  }
}

describe('the cookies of a visitor', () => {
  test('mean the same to pages and to the API: the member before the guest', async () => {
    const [full, empty] = await tokens()
    expect(await quantities(`token=${full}`)).toEqual({ api: 1, page: 1, cookies: [] })
    expect(await quantities(`token=${empty}; member_token=${full}`)).toEqual({
      ...{ api: 1, page: 1, cookies: [] },
    })
    expect(await quantities(`member_token=${full}`)).toEqual({ api: 1, page: 1, cookies: [] })
    expect(await quantities(`token=${full}; member_token=`)).toEqual({
      ...{ api: 1, page: 1, cookies: [] },
    })
  })

  test('lose a member token that is not valid; a guest keeps the cart', async () => {
    const [full] = await tokens()
    const { page, cookies } = await quantities(`token=${full}; member_token=${'0'.repeat(43)}`)
    expect(page).toBeUndefined()
    expect(cookies).toEqual(['member_token=', 'USER=', `token=${full}`])
  })

  test('with two values identify nobody: a host beside the shop may have set one', async () => {
    const [full, empty] = await tokens()
    for (const both of [`token=${full}; token=${empty}`, `token=${empty}; token=${full}`]) {
      const { api, page, cookies } = await quantities(both)
      expect({ api, page }).toEqual({ api: undefined, page: 0 })
      // What came is deleted first, then a new guest begins.
      expect(cookies).toEqual(['token=', expect.stringMatching(/^token=g_/)])
      expect(cookies[1]).not.toMatch(new RegExp(`${full}|${empty}`))
    }
    const tossed = await quantities(`token=${full}; member_token=${empty}; member_token=m_x`)
    expect(tossed).toEqual({ api: 1, page: 1, cookies: ['member_token='] })
  })

  test('make no new session of a member', async () => {
    const [full] = await tokens()
    const headers = { cookie: `member_token=${full}`, 'sec-fetch-site': 'same-origin' }
    const answer = await door.call('POST', '/session', { headers })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
  })
})

describe('calls of single sign-on', () => {
  test('send no token of the visitor and need none (contract §6)', async () => {
    const headers = { authorization: 'Bearer rubbish', cookie: 'token=rubbish' }
    const answer = await door.call('POST', '/api/sso/auth/guest-token', { json: {}, headers })
    expect(answer.status).toBe(200)
  })

  test('are not logged when they are refused; those of other services are (contract §8)', async () => {
    const sso = await door.call('POST', '/api/sso/auth/identify', { json: { token: 'rubbish' } })
    const cart = await door.call('GET', '/api/cart/v1/cart', { token: 'rubbish' })
    expect([sso.status, cart.status]).toEqual([401, 401])
    expect(lines.filter(({ msg }) => msg === 'refused')).toEqual([
      expect.objectContaining({ code: 'token_is_invalid', service_name: 'cartService' }),
    ])
  })
})
