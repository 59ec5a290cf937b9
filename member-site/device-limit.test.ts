import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { atMemberSite, cookiesOf } from '#test/members/at-member-site.ts'
import { newMember } from '#test/members/member.ts'

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

test('codes to the own phone and mailbox are counted by them, from whatever browser and address', async () => {
  const phone = '+84913000001'
  const email = 'be@mail.example'
  const { token } = await newMember(site.db, { phone, email })
  await sql`update member set email_proven_at = now() - interval '2 days'`.execute(site.db)
  // Otherwise the device is new today, and gets no code.
  await sql`update session set created_at = now() - interval '2 days'`.execute(site.db)
  let network = 50
  const press = async (path: string, intent: string) => {
    await sql`truncate otp`.execute(site.db)
    await sql`update session set confirmed_at = null where ${path} = ${paths.confirm}`.execute(
      site.db,
    )
    network += 1
    const headers = { 'x-forwarded-for': `${network}.1.2.3` }
    const device = await newDevice()
    const asked = { ...headers, cookie: `smember=${token}; ${device}` }
    return (await site.post(path, { intent }, asked)).status
  }
  const statuses = async (path: string, intent: string) => {
    const all = []
    for (let n = 0; n < 7; n++) all.push(await press(path, intent))
    return all
  }
  const five = [303, 303, 303, 303, 303, 429, 429]
  expect(await statuses(paths.confirm, 'send')).toEqual(five)
  expect(await statuses(paths.confirm, 'send_email')).toEqual(five)
  // The sign-in counts the same phone.
  expect((await site.post(paths.sign_in, { phone: '0913000001' })).status).toBe(429)
})

test('codes by mail and by message do not use up each other', async () => {
  const ask = async (path: string, n: number) => {
    await sql`truncate otp`.execute(site.db)
    const headers = { 'x-forwarded-for': `9${n}.1.2.3`, cookie: await newDevice() }
    return (await site.post(path, { phone: '0914000001' }, headers)).status
  }
  const by_mail = []
  for (let n = 0; n < 6; n++) by_mail.push(await ask(paths.email_sign_in, n))
  expect(by_mail).toEqual([303, 303, 303, 303, 303, 429])
  expect(await ask(paths.sign_in, 1)).toBe(303)
})

test('a session does not guess the password of its account where that is changed', async () => {
  const { token } = await newMember(site.db, { phone: '+84912345678' })
  const change = async (current: string, ip = '40.1.2.3') => {
    const fields = { intent: 'password', current, password: 'cá rô phi kho tộ' }
    const headers = { 'x-forwarded-for': ip, cookie: `smember=${token}` }
    return (await site.post(paths.account, fields, headers)).status
  }
  expect(await change('')).toBe(303)
  const statuses = []
  for (let n = 0; n < 12; n++) statuses.push(await change(`sai lần ${n}`, `41.1.${n}.3`))
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  // The right one tells nothing either, and what is guessed here counts at the sign-in too.
  expect(await change('cá rô phi kho tộ', '42.1.2.3')).toBe(429)
  const login = { phone: '0912345678', password: 'cá rô phi kho tộ' }
  const signed_in = await site.post(paths.password, login, { 'x-forwarded-for': '43.1.2.3' })
  expect(signed_in.status).toBe(429)
})
