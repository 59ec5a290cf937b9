import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { services } from '#contracts/all.ts'
import { createLog } from '#platform/observe/log.ts'
import type { Contract } from '#pure/contract.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'
import { type Buyer, home_address, newBuyer } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { postPayos, postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products } from '#test/support/small-shop.ts'

// T20: tokens and phones in the log, and forged log lines (docs/threats.md).

const phone = '0987 612 345'
const spellings = ['0987612345', '+84987612345', '84987612345', '0987.612.345', phone]
const lines: string[] = []
const secrets: string[] = []
let own: TestDatabase
let door: Door

/** Without payOS, which would be called for payment links. */
const sepay = Object.fromEntries(
  Object.entries(relay_env).filter(([name]) => !name.startsWith('PAYOS')),
)

beforeAll(async () => {
  own = await testDatabase({ small: true, max: 4 })
  const destination = { write: (line: string) => void lines.push(line) }
  const log = createLog({ service: 'shop', level: 'trace', destination })
  door = await openDoor(own, { log, env: { ...sepay, RATE_LIMITS: 'on' } })
}, 60_000)
afterAll(async () => {
  await door.close()
  await own.close()
})

const forged = 'x\r\n{"level":"fatal","msg":"forged line"}\r\nSet-Cookie: forged=1'

/** Calls every operation with secrets in query, body, header and cookie, with right and wrong tokens. */
async function askEverything(token: string): Promise<void> {
  for (const { prefix, contract } of Object.values(services)) {
    for (const { method, path } of Object.values(contract as Contract)) {
      const address = prefix + path.replace(/\{\w+\}/g, encodeURIComponent(phone))
      const query = new URLSearchParams({
        token,
        secret: 'a'.repeat(40),
        q: phone,
        phone,
        code: forged,
      })
      const json = { ...home_address, phone, token, secret: 'b'.repeat(40), note: forged }
      const body = method === 'GET' ? {} : { json }
      await door.call(method, `${address}?${query}`, { ...body, token })
      await door.call(method, `${address}?${query}`, { ...body, token: `${token}x` })
      await door.call(method, address, {
        ...body,
        headers: { cookie: `token=${token}; member_token=${token}` },
      })
    }
  }
}

async function buy(buyer: Buyer): Promise<void> {
  await buyer.prepare(products.cable)
  await buyer.address({ phone, recipient_name: 'Bình', recipient_phone: spellings[0] })
  const { body } = await buyer.order({ payment_method: 'bank_transfer' })
  const order = body?.data as { code: string; secret: string } | undefined
  if (order === undefined) return
  secrets.push(order.secret)
  await door.call('GET', `/cart/success/cod?code=${order.code}&key=${order.secret}`)
  await door.call('GET', `/api/cart/v1/order?code=${order.code}&secret=${order.secret}`)
  const raw = sepayBody({ amount: 1, content: `CK TU ${phone} ${order.code} ${forged}` })
  await postSepay(door, raw, sepayHeaders(raw, new Date()))
  await postSepay(door, raw, sepayHeaders(raw, new Date(), 'wrong'))
  await postPayos(door, { orderCode: 1, description: `${phone} ${order.secret}` }, 'wrong')
}

async function visitPages(token: string): Promise<void> {
  const headers = {
    cookie: `token=${token}`,
    'user-agent': `phone ${phone}`,
    referer: `/?k=${token}`,
  }
  const odd_paths = [
    `/${phone}`,
    `/tim-kiem?q=${phone}`,
    `/cart/success/cod?code=${phone}&key=${token}`,
  ]
  for (const path of ['/', '/cart', '/cart/payment-info', '/cart/payment', ...odd_paths]) {
    await door.call('GET', path, { headers })
    await door.call('GET', `/_data${path}`, { headers })
    const form = new URLSearchParams({
      ...home_address,
      province_id: '30',
      phone,
      intent: 'save',
      note: forged,
    })
    await door.call('POST', path, {
      form,
      headers: { ...headers, 'sec-fetch-site': 'same-origin' },
    })
  }
  await door.call('POST', '/api/dashboard/graphql/query', {
    json: { query: `{ shops(phone: "${phone}") { token } }`, variables: { token } },
    token,
  })
}

/** Makes the database fail with messages that repeat the row. */
async function breakWithRow(buyer: Buyer): Promise<void> {
  await buyer.prepare(products.cable)
  await sql`alter table quote add constraint broken check (recipient is null) not valid`.execute(
    own.db,
  )
  await buyer.address({ phone })
  await sql`alter table quote drop constraint broken`.execute(own.db)
  await sql
    .raw(`create or replace function told() returns trigger language plpgsql as $$
    begin raise exception 'no % for %', new.recipient->>'phone', new.quote_id; end $$;
    create trigger told before update on quote for each row execute function told()`)
    .execute(own.db)
  await buyer.address({ phone })
  await sql`drop trigger told on quote`.execute(own.db)
}

test('after all these requests the log has no token, no secret, no whole phone, no forged line', async () => {
  const buyers = [await newBuyer(door), await newBuyer(door)]
  for (const buyer of buyers) {
    secrets.push(buyer.token)
    await buy(buyer)
    await breakWithRow(buyer)
    await visitPages(buyer.token)
    await askEverything(buyer.token)
  }
  const text = lines.join('')
  expect(lines.length).toBeGreaterThan(30)
  expect(text).toMatch(/"level":"error"/)
  console.log(`${lines.length} log lines searched for ${secrets.length} secrets`)
  for (const line of lines) {
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(JSON.parse(line)).toMatchObject({ service: 'shop' })
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged line' })
  }
  const leaked = [...secrets, ...spellings].filter((secret) => text.includes(secret))
  expect(leaked).toEqual([])
  expect(text.match(/\bg_[\w-]{20,}|a{40}|b{40}|Nguyễn Văn An|Trần Quang Khải/g)).toBeNull()
  // In any spelling: nine digits of the number with separators between.
  expect(text.match(/987[ .-]?612[ .-]?345/g)).toBeNull()
}, 120_000)

test('settings of gateways are hidden by their names, wherever they are logged', () => {
  const log_lines: string[] = []
  const destination = { write: (line: string) => void log_lines.push(line) }
  const log = createLog({ service: 'shop', level: 'info', destination })
  const keys = gateways.flatMap(({ code, settings }) => {
    log.info({ gateway: code, settings: settings?.demo }, 'set up')
    log.info({ ...(settings?.demo as object | undefined) }, 'set up')
    const values = new Map(Object.entries((settings?.demo ?? {}) as Record<string, string>))
    return (settings?.secrets ?? []).map((name) => values.get(name) ?? '')
  })
  expect(keys.length).toBeGreaterThan(9)
  expect(keys.filter((key) => key !== '' && log_lines.join('').includes(key))).toEqual([])
})
