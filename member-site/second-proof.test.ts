import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { eraseMember } from '#shop/identity/member-erasure-store.ts'
import { atMemberSite, cookiesOf } from '#test/members/at-member-site.ts'
import { newMember } from '#test/members/member.ts'

let late_ms = 0
const site = atMemberSite({}, () => new Date(Date.now() + late_ms))
const { get, post } = site
const day_ms = 86_400_000
const phone = '+84912345678'
const email = 'be@mail.example'
const password = 'cá rô phi kho tộ'
const cookies = (...parts: string[]) => ({ cookie: parts.filter((part) => part !== '').join('; ') })

/** Signs in by a code to the phone. Returns the cookie of the session. */
async function signInByCode(device = ''): Promise<string> {
  await sql`truncate otp`.execute(site.db)
  const sent = await post(paths.sign_in, { phone }, cookies(device))
  const code = await site.newestCode()
  const begun = await post(paths.code, { code }, cookies(device, cookiesOf(sent)))
  return cookiesOf(begun)
}

/** Lets the days of a member pass: what they have is old afterwards. */
async function age(): Promise<void> {
  late_ms += 2 * day_ms
}

/** A member who has set a password, and an e-mail address that they have proven, some days ago. */
async function anOldMember(has: { password?: true; email?: true } = {}): Promise<void> {
  await newMember(site.db, { phone, email, now: new Date(Date.now() + late_ms) })
  const session = await signInByCode()
  if (has.password) await post('/', { intent: 'password', password }, cookies(session))
  if (has.email) {
    await sql`update member set email_proven_at = ${new Date(Date.now() + late_ms)}`.execute(
      site.db,
    )
  }
  await age()
}

const needs = async (session: string): Promise<string[]> => {
  const acts: [string, Record<string, string>][] = [
    [paths.phone, { intent: 'new', phone: '0987654321' }],
    [paths.merge, { intent: 'phone', phone: '0987654321' }],
    [paths.close, {}],
    [paths.passkeys, { intent: 'remove', passkey_id: '1' }],
  ]
  const refused: string[] = []
  for (const [path, fields] of acts) {
    const { headers } = await post(path, fields, cookies(session))
    if (headers.get('location')?.startsWith(paths.confirm)) refused.push(path)
  }
  await sql`truncate erasure_request`.execute(site.db)
  return refused
}
const all = [paths.phone, paths.merge, paths.close, paths.passkeys]

describe('a session of a device that is new today', () => {
  test('that a code alone began changes nothing of an account with a password', async () => {
    await anOldMember({ password: true })
    const session = await signInByCode()
    expect(await needs(session)).toEqual(all)
    const page = await get(`${paths.confirm}?next=/passkey`, cookies(session))
    expect(page.text).toContain('chưa đủ một ngày')
    expect(page.text).not.toContain('Nhận mã qua số')
    await sql`truncate otp`.execute(site.db)
    await post(paths.confirm, { intent: 'send' }, cookies(session))
    expect((await sql`select 1 from otp`.execute(site.db)).rows).toEqual([])
    await post(paths.confirm, { intent: 'password', password }, cookies(session))
    expect(await needs(session)).toEqual([])
  })

  test('that began by password or passkey of before is enough', async () => {
    await anOldMember({ password: true })
    const begun = await post(paths.password, { phone: '0912345678', password })
    expect(await needs(cookiesOf(begun))).toEqual([])
  })

  test('a password that was set today by a code is not', async () => {
    await anOldMember({ email: true })
    await sql`truncate otp`.execute(site.db)
    const sent = await post(paths.reset, { phone })
    const reset = { code: await site.newestCode(), password: 'một câu dài khó đoán' }
    const begun = cookiesOf(await post(paths.reset_code, reset, cookies(cookiesOf(sent))))
    const { rows } =
      await sql`select channel, recipient from outbox where template = 'member_notice'`.execute(
        site.db,
      )
    expect(rows).toEqual([{ channel: 'email', recipient: email }])
    expect(await needs(begun)).toEqual(all)
    const confirm = { intent: 'password', password: 'một câu dài khó đoán' }
    await post(paths.confirm, confirm, cookies(begun))
    expect(await needs(begun)).toEqual(all)
  })

  test('of a member who has nothing but the phone may add what they will need', async () => {
    await anOldMember()
    const session = await signInByCode()
    expect(await needs(session)).toEqual([])
    const set = await post('/', { intent: 'password', password }, cookies(session))
    expect(set.headers.get('location')).toBe('/?xong=password')
  })

  test('in a browser that has signed in before is not new, unless it was signed out elsewhere', async () => {
    await newMember(site.db, { phone, now: new Date(Date.now() + late_ms) })
    const device = cookiesOf(await get(paths.sign_in))
    const first = await signInByCode(device)
    await post('/', { intent: 'password', password }, cookies(first))
    await post(paths.sign_out, {}, cookies(first))
    await age()
    const second = await signInByCode(device)
    expect(await needs(second)).toEqual([])
    const elsewhere = cookiesOf(await post(paths.password, { phone: '0912345678', password }))
    await post('/', { intent: 'end_others' }, cookies(elsewhere))
    expect(await needs(await signInByCode(device))).toEqual(all)
  })
})

test('an erasure forgets the browsers of its member, also of sessions that have ended', async () => {
  await newMember(site.db, { phone, now: new Date(Date.now() + late_ms) })
  const device = cookiesOf(await get(paths.sign_in))
  await post(paths.sign_out, {}, cookies(await signInByCode(device)))
  await signInByCode(device)
  const known = async () =>
    (await sql`select 1 from session where device_hash is not null`.execute(site.db)).rows.length
  await sql`update session set device_hash = null where customer_id not in (select customer_id from member)`.execute(
    site.db,
  )
  expect(await known()).toBe(2)
  await site.db.transaction().execute((tx) => eraseMember(tx, phone, new Date()))
  expect(await known()).toBe(0)
})

describe('what a merge brings', () => {
  const other = { phone: '+84987654321', email: 'kia@mail.example' }

  /** Another account, with a password, a proven mailbox and a Google account that are days old afterwards. */
  async function anOtherMember(): Promise<void> {
    const now = new Date(Date.now() + late_ms)
    const { customer_id, token } = await newMember(site.db, { ...other, now })
    await post('/', { intent: 'password', password }, cookies(`smember=${token}`))
    await sql`update member set email_proven_at = ${now} where customer_id = ${customer_id}`.execute(
      site.db,
    )
    await sql`truncate linked_identity`.execute(site.db)
    await sql`insert into linked_identity (customer_id, provider, subject, shown, created_at, counts_from)
      values (${customer_id}, 'google', 'kia', ${other.email}, ${now}, ${now})`.execute(site.db)
  }

  /** Empties the address and merges the other account into the one of a session, at once. */
  async function merge(session: string): Promise<void> {
    await post('/', { intent: 'profile', name: 'An', email: '' }, cookies(session))
    await sql`truncate otp, outbox`.execute(site.db)
    const sent = await post(paths.merge, { intent: 'phone', phone: '0987654321' }, cookies(session))
    const entered = cookies(session, cookiesOf(sent))
    await post(paths.merge, { intent: 'code', code: await site.newestCode() }, entered)
    const done = await post(paths.merge, { intent: 'merge', password }, cookies(session))
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Đã gộp tài khoản')])
  }

  const brought = async () => {
    const { rows } = await sql<{ email: string; email_is_new: boolean; google_counts: boolean }>`
      select email, email_proven_at > ${new Date(Date.now() + late_ms - 60_000)} as email_is_new,
        counts_from < ${new Date(Date.now() + late_ms + day_ms - 60_000)} as google_counts
      from member join linked_identity using (customer_id) where phone = ${phone}`.execute(site.db)
    return rows
  }

  test('is no proof of yesterday to a session that a code began, and the account is told', async () => {
    await anOtherMember()
    await anOldMember()
    const session = await signInByCode()
    await merge(session)
    expect(await brought()).toEqual([
      { email: other.email, email_is_new: true, google_counts: false },
    ])
    await sql`truncate otp`.execute(site.db)
    await post(paths.confirm, { intent: 'send_email' }, cookies(session))
    expect((await sql`select 1 from otp`.execute(site.db)).rows).toEqual([])
    const { rows } =
      await sql`select recipient, facts ->> 'about' as about, facts ->> 'phone' as phone
      from outbox where template = 'member_notice' and channel = 'sms' order by 1`.execute(site.db)
    expect(rows).toEqual([
      { recipient: '0912345678', about: 'merged_in', phone: '09•• ••• 321' },
      { recipient: '0987654321', about: 'merged', phone: '09•• ••• 678' },
    ])
  })

  test('signs in at once where the session has shown a second proof', async () => {
    await anOtherMember()
    await anOldMember({ password: true })
    await merge(cookiesOf(await post(paths.password, { phone: '0912345678', password })))
    expect(await brought()).toEqual([
      { email: other.email, email_is_new: true, google_counts: true },
    ])
  })
})

describe('a code by e-mail', () => {
  test('proves the address; another address is unproven, and a proven one is not changed by a code', async () => {
    await newMember(site.db, { phone, email, now: new Date(Date.now() + late_ms) })
    const session = await signInByCode()
    await sql`truncate outbox`.execute(site.db)
    const sent = await post(paths.email, { intent: 'send' }, cookies(session))
    expect(sent.headers.get('location')).toBe(`${paths.email}?buoc=ma`)
    const { rows } = await sql`select channel, recipient from outbox`.execute(site.db)
    expect(rows).toEqual([{ channel: 'email', recipient: email }])
    const code = await site.newestCode()
    const entered = cookies(session, cookiesOf(sent))
    const done = await post(paths.email, { intent: 'code', code }, entered)
    expect(done.headers.get('location')).toBe('/?xong=email')
    expect((await get('/', cookies(session))).text).toContain('Email đã xác minh')
    const profile = { intent: 'profile', name: 'An', email: 'other@mail.example' }
    await post('/', profile, cookies(session))
    expect((await get('/', cookies(session))).text).toContain('Email chưa xác minh')
    await sql`update member set email = ${email}, email_proven_at = ${new Date()}`.execute(site.db)
    await age()
    const today = await signInByCode()
    const refused = await post('/', profile, cookies(today))
    expect(refused.headers.get('location')).toBe('/xac-nhan?next=%2F')
  })

  test('is a second proof from the next day on', async () => {
    await anOldMember({ email: true })
    const session = await signInByCode()
    expect(await needs(session)).toEqual(all)
    const page = await get(`${paths.confirm}?next=/passkey`, cookies(session))
    expect(page.text).toContain('Nhận mã qua email b•••@mail.example')
    await sql`truncate otp`.execute(site.db)
    const sent = await post(paths.confirm, { intent: 'send_email' }, cookies(session))
    const code = await site.newestCode()
    const both = cookies(session, cookiesOf(sent))
    expect((await get(paths.confirm_code, both)).text).toContain('b•••@mail.example')
    await post(paths.confirm_code, { code }, both)
    expect(await needs(session)).toEqual([])
  })

  test('signs in where the member has signed in before, and nowhere else, in the same words', async () => {
    await newMember(site.db, { phone, email, now: new Date(Date.now() + late_ms) })
    const device = cookiesOf(await get(paths.sign_in))
    await signInByCode(device)
    await sql`update member set email_proven_at = ${new Date(Date.now() + late_ms)}`.execute(
      site.db,
    )
    await age()
    const ask = async (typed: string, browser: string) => {
      await sql`truncate otp, outbox`.execute(site.db)
      const sent = await post(paths.email_sign_in, { phone: typed }, cookies(browser))
      const shown = await get(paths.code, cookies(browser, cookiesOf(sent)))
      const { rows } = await sql`select recipient from outbox`.execute(site.db)
      return {
        sent,
        status: sent.status,
        text: shown.text.replaceAll(typed, ''),
        told: rows.length,
      }
    }
    const known = await ask('0912345678', device)
    expect(known.text).toContain('action="/dang-nhap/email"')
    const code = await site.newestCode()
    const entered = cookies(device, cookiesOf(known.sent))
    const begun = await post(paths.code, { code }, entered)
    expect([known.told, begun.headers.get('location')]).toEqual([1, '/'])
    const strange = await ask('0912345678', cookiesOf(await get(paths.sign_in)))
    const guess = await site.newestCode()
    const unknown = await ask('0987654321', device)
    for (const { status, text, told } of [strange, unknown]) {
      expect([status, text, told]).toEqual([known.status, known.text, 0])
    }
    // Also whoever guesses the code that nobody got does not sign in.
    const refused = await post(paths.code, { code: guess }, cookies(cookiesOf(strange.sent)))
    expect(refused.status).toBe(410)
  })
})
