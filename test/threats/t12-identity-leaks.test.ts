import { matchPath } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '#storefront/addresses/addresses.ts'
import { member_data_path } from '#storefront/addresses/member-links.ts'
import { newMember, type TestMember } from '#test/members/member.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { public_pages } from '#test/support/public-pages.ts'

// T12: what one visitor is shown never reaches another one through the page cache (docs/threats.md).

let own: TestDatabase
let door: Door
let members: TestMember[]
const names = ['Alpha Mốc Một', 'Beta Mốc Hai']

beforeAll(async () => {
  own = await testDatabase({ seeded: true })
  door = await openDoor(own, { cache_pages: true })
  const [name_a, name_b] = names as [string, string]
  members = [
    await newMember(own.db, { phone: '+84911111111', name: name_a, email: 'alpha@example.com' }),
    await newMember(own.db, { phone: '+84922222222', name: name_b, email: 'beta@example.com' }),
  ]
})
afterAll(async () => {
  await door.close()
  await own.close()
})

test('every public page is the same bytes for a guest and for two members, and names nobody', async () => {
  const cookies = members.map(
    ({ token }, index) =>
      `member_token=${token}; USER=${encodeURIComponent(JSON.stringify({ name: names[index] }))}`,
  )
  const marks = [
    ...names,
    ...['911111111', '922222222', 'alpha@', 'beta@'],
    ...members.map(({ token }) => token.slice(2)),
  ]
  const personal = Object.values(addresses).filter(({ cache }) => cache === 'personal')
  const is_public = (page: string) =>
    !personal.some(({ path }) => matchPath(path, page.split('?')[0] ?? '') !== null)
  const paths = Object.values(public_pages).filter(is_public)
  for (const path of paths.flatMap((page) => [page, `/_data${page}`])) {
    // Each is the first visitor once: who fills the cache must not matter.
    const address = `${path}${path.includes('?') ? '&' : '?'}la=${Math.floor(Math.random() * 1e9)}`
    const texts: string[] = []
    for (const cookie of ['', ...cookies, `token=${await door.guest()}`]) {
      const answer = await door.call('GET', address, { headers: { cookie } })
      expect([path, answer.headers.getSetCookie()]).toEqual([path, []])
      texts.push(answer.text)
    }
    expect([path, new Set(texts).size]).toEqual([path, 1])
    expect([path, marks.filter((mark) => texts[0]?.includes(mark))]).toEqual([path, []])
  }
})

test('no personal page, its data or a file is kept for the next visitor', async () => {
  const [alpha, beta] = members
  const marks = [names[0] ?? '', '911111111', 'alpha@']
  const personal = [
    ...Object.values(addresses)
      .filter(({ cache, path }) => cache === 'personal' && !path.includes(':'))
      .flatMap(({ path }) => [path, `/_data${path}`]),
    ...['?dang=json', '?dang=csv'].map((query) => member_data_path + query),
  ]
  let named = 0
  for (const path of personal) {
    const own = await door.call('GET', path, { headers: alpha?.cookie ?? {} })
    if (marks.some((mark) => own.text.includes(mark))) named += 1
    for (const headers of [beta?.cookie ?? {}, {}, { cookie: `token=${await door.guest()}` }]) {
      const { text } = await door.call('GET', path, { headers })
      expect([path, marks.filter((mark) => text.includes(mark))]).toEqual([path, []])
    }
  }
  expect(named).toBeGreaterThan(5)
})

test('a page of a member costs no render that a guest would not cost', async () => {
  const counted = async (name: string) => {
    const { text } = await door.call('GET', '/metrics')
    return Number(new RegExp(`^page_cache_${name}_total (\\d+)$`, 'm').exec(text)?.[1] ?? -1)
  }
  const guest = { cookie: `token=${await door.guest()}`, 'sec-fetch-site': 'same-origin' }
  const [member] = members
  const own = { ...member?.cookie, 'sec-fetch-site': 'same-origin' }
  const paths = ['/', '/dien-thoai', '/redmi-note-15-pro-plus-5g-8gb-256gb']
  for (const path of paths) await door.call('GET', path, { headers: guest })
  const before = await counted('miss')
  expect(before).toBeGreaterThanOrEqual(paths.length)
  for (const path of paths) {
    expect((await door.call('GET', path, { headers: own })).status).toBe(200)
    const form = new URLSearchParams({ products: '1,2,3' })
    expect((await door.call('POST', '/session', { form, headers: own })).status).toBe(200)
  }
  expect(await counted('miss')).toBe(before)
})

test('a forged host reaches no page', async () => {
  const headers = { 'x-forwarded-host': 'evil.example', host: 'evil.example' }
  for (const path of ['/', '/dang-nhap', '/auth/callback']) {
    const answer = await door.call('GET', path, { headers })
    expect(answer.text).not.toContain('evil.example')
  }
})
