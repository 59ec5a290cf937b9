import { expect, test } from 'vitest'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { aMember } from '#test/members/loyalty.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { member_addresses } from '#storefront/addresses/member.ts'
import { signInUrl } from '#storefront/addresses/sign-in.ts'
import { products } from '#test/support/small-shop.ts'

// T6 for members: two accounts, every page and every operation with an id (docs/threats.md).

const checkout = openCheckout()

type Member = Awaited<ReturnType<typeof aMember>>
const cookie = ({ token }: Member) => ({ cookie: `member_token=${token}` })

const book = (ward_id: number) => ({
  ...{ name: 'Trần Thị Lan', phone: '0912 345 678', ward_id, street: '7 Ngõ Riêng Của Lan' },
})

async function wardId(member: Member): Promise<number> {
  const wards = await member.call('GET', '/api/locations/v1/wards?q=Bến Thành&province_code=79')
  return dataOf<{ ward_id: number }[]>(wards)[0]?.ward_id ?? 0
}

test('a foreign address, order or voucher answers like an absent one, and nothing of it is shown', async () => {
  const lan = await aMember(checkout)
  const mai = await aMember(checkout)
  const ward_id = await wardId(lan)
  const saved = await lan.call('POST', '/api/member/addresses', book(ward_id))
  const { address_id } = dataOf<{ address_id: number }>(saved)
  await lan.prepare(products.cable)
  const { code } = dataOf<Order>(await lan.order())

  const absent_id = address_id + 999
  const tries: ((id: number) => [string, string, unknown?])[] = [
    (id) => ['POST', '/api/member/addresses', { ...book(ward_id), address_id: id }],
    (id) => ['DELETE', '/api/member/addresses', { address_id: id }],
  ]
  for (const request of tries) {
    const [foreign, absent] = [
      await mai.call(...request(address_id)),
      await mai.call(...request(absent_id)),
    ]
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(absent.text)
  }
  const change = `${member_addresses.memberAddresses.path}?sua=`
  const look = (path: string) => checkout.door.call('GET', path, { headers: cookie(mai) })
  const [foreign, absent] = [
    await look(`${change}${address_id}`),
    await look(`${change}${absent_id}`),
  ]
  expect([foreign.status, absent.status]).toEqual([404, 404])
  const unnamed = ({ text }: { text: string }, id: number) =>
    text.replaceAll(/sua(=|%3D)\d+/g, (name) => name.replace(String(id), ''))
  expect(unnamed(foreign, address_id)).toBe(unnamed(absent, absent_id))

  for (const { path } of Object.values(member_addresses)) {
    const own = await checkout.door.call('GET', path, { headers: cookie(lan) })
    expect([path, own.status, own.headers.get('cache-control')]).toEqual([
      path,
      200,
      expect.stringContaining('no-store'),
    ])
    const other = await look(path)
    expect(other.status).toBe(200)
    expect(other.text).not.toContain(code)
    expect(other.text).not.toContain('7 Ngõ Riêng Của Lan')
  }
  for (const kind of ['json', 'csv', 'zip']) {
    const path = `/smember/du-lieu?dang=${kind}`
    const own = await checkout.door.call('GET', path, { headers: cookie(lan) })
    // An archive is packed: member-archive.test.ts reads it.
    expect([own.status, kind === 'zip' || own.text.includes(code)]).toEqual([200, true])
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect((await look(path)).text).not.toContain(code)
    expect((await checkout.door.call('GET', path)).status).toBe(302)
  }
  // The owner still has everything as it was.
  const kept = await lan.call('GET', '/api/member/addresses')
  expect(dataOf<{ addresses: unknown[] }>(kept).addresses).toMatchObject([
    { address_id, street: '7 Ngõ Riêng Của Lan', is_default: true },
  ])
})

test('guests are sent to sign in, from every page and every form', async () => {
  const token = await checkout.door.guest()
  for (const { path } of Object.values(member_addresses)) {
    const answer = await checkout.door.call('GET', path, { headers: { cookie: `token=${token}` } })
    expect([path, answer.status, answer.headers.get('location')]).toEqual([
      path,
      302,
      signInUrl(path),
    ])
  }
  const form = new URLSearchParams({ intent: 'remove', address_id: '1' })
  const sent = await checkout.door.call('POST', member_addresses.memberAddresses.path, {
    form,
    headers: { cookie: `token=${token}`, 'sec-fetch-site': 'same-origin' },
  })
  const { path } = member_addresses.memberAddresses
  expect([sent.status, sent.headers.get('location')]).toEqual([303, signInUrl(path)])
})

test('an address book has one usual address and at most twenty, also when many are added at once', async () => {
  const lan = await aMember(checkout)
  const ward_id = await wardId(lan)
  const add = (n: number) =>
    lan.call('POST', '/api/member/addresses', { ...book(ward_id), street: `${n} Lê Lợi` })
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => add(n + 1)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  const list = async () =>
    dataOf<{ addresses: { address_id: number; is_default: boolean }[] }>(
      await lan.call('GET', '/api/member/addresses'),
    ).addresses
  const [usual, ...others] = await list()
  expect([usual?.is_default, others.some(({ is_default }) => is_default)]).toEqual([true, false])
  dataOf(await lan.call('DELETE', '/api/member/addresses', { address_id: usual?.address_id }))
  expect((await list()).filter(({ is_default }) => is_default)).toHaveLength(1)
})
