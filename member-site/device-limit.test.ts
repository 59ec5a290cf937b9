import { expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { atMemberSite, cookiesOf } from '#test/members/at-member-site.ts'

const site = atMemberSite({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })

/** Asks for a code for a phone of its own. */
let asked = 0
async function ask(ip: string, cookie?: string) {
  asked += 1
  const phone = `098${String(1_000_000 + asked)}`
  const headers = { 'x-forwarded-for': ip, ...(cookie === undefined ? {} : { cookie }) }
  return (await site.post(paths.sign_in, { phone }, headers)).status
}

async function newDevice(): Promise<string> {
  return cookiesOf(await site.get(paths.sign_in))
}

test('a page gives its browser a cookie of its own, once', async () => {
  const first = await site.get(paths.sign_in)
  const line = first.headers.getSetCookie().join()
  expect(line).toMatch(
    /^smember-device=[\w-]{22}\.[0-9a-f]{64}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const second = await site.get(paths.sign_in, { cookie: cookiesOf(first) })
  expect(second.headers.getSetCookie()).toEqual([])
  const forged = cookiesOf(first).replace(/=./, '=~')
  const third = await site.get(paths.sign_in, { cookie: forged })
  expect(third.headers.getSetCookie()).toHaveLength(1)
})

test('one browser gets five codes in ten minutes, from whatever address', async () => {
  const cookie = await newDevice()
  const statuses = []
  for (let n = 0; n < 7; n++) statuses.push(await ask(`${20 + n}.1.2.3`, cookie))
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429])
  expect(await ask('20.1.2.3', await newDevice())).toBe(303)
})

test('without a cookie of ours a network gets twenty; browsers in it are not held up', async () => {
  const statuses = []
  for (let n = 0; n < 25; n++) statuses.push(await ask(`30.1.2.${n}`))
  expect(statuses.filter((status) => status === 303)).toHaveLength(20)
  expect(await ask('30.1.2.99', 'smember-device=invented')).toBe(429)
  expect(await ask('30.1.2.99', await newDevice())).toBe(303)
})
