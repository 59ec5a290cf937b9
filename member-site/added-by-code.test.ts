import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { atMemberSite, cookiesOf, member_url } from '#test/members/at-member-site.ts'
import { newMember } from '#test/members/member.ts'
import { SoftwarePasskey } from '#test/passkeys/software-passkey.ts'

let late_ms = 0
const site = atMemberSite({}, () => new Date(Date.now() + late_ms))
const { get, post } = site
const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
const phone = '+84912345678'
const email = 'be@mail.example'
const password = 'cá rô phi kho tộ'
const stolen = 'một câu dài khó đoán'
const cookies = (...parts: string[]) => ({ cookie: parts.filter((part) => part !== '').join('; ') })
const pass = (ms: number) => void (late_ms += ms)
const now = () => new Date(Date.now() + late_ms)
const location = ({ headers }: { headers: Headers }) => headers.get('location')

/** Signs in by a code to the phone. Returns the cookie of the session. */
async function signInByCode(device = ''): Promise<string> {
  await sql`truncate otp`.execute(site.db)
  const sent = await post(paths.sign_in, { phone }, cookies(device))
  const code = await site.newestCode()
  return cookiesOf(await post(paths.code, { code }, cookies(device, cookiesOf(sent))))
}

/** Sets a new password by a code to the phone. Returns the cookie of the session. */
async function resetByCode(device = ''): Promise<string> {
  await sql`truncate otp`.execute(site.db)
  const sent = await post(paths.reset, { phone }, cookies(device))
  const fields = { code: await site.newestCode(), password: stolen }
  return cookiesOf(await post(paths.reset_code, fields, cookies(device, cookiesOf(sent))))
}

/** A member of ten days ago, who has signed in in a browser of theirs then. Returns the cookie of that browser. */
async function anOldMember({ has_password = false, has_email = false } = {}): Promise<string> {
  await newMember(site.db, { phone, ...(has_email ? { email } : {}), now: now() })
  const device = cookiesOf(await get(paths.sign_in))
  const session = await signInByCode(device)
  if (has_password) await post('/', { intent: 'password', password }, cookies(session))
  pass(10 * day_ms)
  await sql`truncate outbox`.execute(site.db)
  return device
}

async function addPasskey(session: string, passkey: SoftwarePasskey) {
  const asked = await post(paths.passkey_challenge, { purpose: 'add' }, cookies(session))
  const { options = {} } = JSON.parse(asked.text) as { options?: object }
  const fields = { intent: 'add', name: 'Máy lạ', passkey: passkey.create(options) }
  return post(paths.passkeys, fields, cookies(session))
}

async function signInByPasskey(passkey: SoftwarePasskey) {
  const asked = await post(paths.sign_in_challenge, {})
  const { options = {} } = JSON.parse(asked.text) as { options?: object }
  const fields = { passkey: passkey.get(options), next: '' }
  return post(paths.sign_in_passkey, fields, cookies(cookiesOf(asked)))
}

/** Whether a session is sent to show more before it may remove a passkey. */
async function mustConfirm(session: string): Promise<boolean> {
  const fields = { intent: 'remove', passkey_id: '1' }
  return (
    location(await post(paths.passkeys, fields, cookies(session)))?.startsWith(paths.confirm) ===
    true
  )
}

async function told(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', channel, recipient, facts ->> 'about') as line from outbox
    where template = 'member_notice' order by 1`.execute(site.db)
  return rows.map(({ line }) => line)
}

describe('a password that a code has set', () => {
  test('does not take away that the one of before was needed', async () => {
    await anOldMember({ has_password: true })
    const thief = await resetByCode()
    expect(await mustConfirm(thief)).toBe(true)
    const confirm = { intent: 'password', password: stolen }
    await post(paths.confirm, confirm, cookies(thief))
    expect(await mustConfirm(thief)).toBe(true)
    expect(location(await addPasskey(thief, new SoftwarePasskey(member_url)))).toMatch(
      /^\/xac-nhan/,
    )
    // A second one on the same day guards no less.
    const again = await resetByCode()
    expect(await mustConfirm(again)).toBe(true)
    // Whoever has really forgotten it has waited a day then.
    pass(day_ms + 1_000)
    await sql`update session set confirmed_at = ${now()}`.execute(site.db)
    expect(await mustConfirm(again)).toBe(false)
  })

  test('is removed by the owner who comes with a passkey, with everything else', async () => {
    const device = await anOldMember({ has_password: true })
    const passkey = new SoftwarePasskey(member_url)
    await addPasskey(await signInByCode(device), passkey)
    pass(2 * day_ms)
    const thief = await resetByCode()
    pass(hour_ms)
    const back = await signInByPasskey(passkey)
    expect(location(back)).toBe(paths.added)
    const owner = cookiesOf(back)
    const { text } = await get(paths.added, cookies(owner))
    expect(text).toContain('Mật khẩu mới')
    expect(text).not.toContain('Máy lạ')
    const done = await post(paths.added, { intent: 'remove' }, cookies(owner))
    expect(location(done)).toBe('/?xong=removed')
    expect((await get('/', cookies(thief))).status).toBe(303)
    expect((await post(paths.password, { phone, password: stolen })).status).toBe(401)
    expect(location(await signInByPasskey(passkey))).toBe('/')
  })
})

describe('an e-mail address', () => {
  test('that nobody has proven is not emptied or changed by a code alone, and is told when it is', async () => {
    const device = await anOldMember({ has_password: true, has_email: true })
    const thief = await signInByCode()
    for (const typed of ['', 'la@mail.example']) {
      const refused = await post(
        '/',
        { intent: 'profile', name: 'An', email: typed },
        cookies(thief),
      )
      expect(location(refused)).toBe('/xac-nhan?next=%2F')
    }
    expect(await told()).toEqual([])
    // The name alone is changed by every session.
    const named = await post('/', { intent: 'profile', name: 'Bé', email }, cookies(thief))
    expect(location(named)).toBe('/?xong=profile')
    const owner = await signInByCode(device)
    await post('/', { intent: 'profile', name: 'Bé', email: 'moi@mail.example' }, cookies(owner))
    expect(await told()).toEqual([`email ${email} email_changed`])
  })

  test('of a member who has nothing but the phone is changed, told at both, and shown', async () => {
    await anOldMember({ has_email: true })
    const thief = await signInByCode()
    await post('/', { intent: 'profile', name: 'An', email: 'la@mail.example' }, cookies(thief))
    expect(await told()).toEqual([`email ${email} email_changed`, 'sms 0912345678 email_changed'])
    const sent = await post(paths.email, { intent: 'send' }, cookies(thief))
    const fields = { intent: 'code', code: await site.newestCode() }
    const proven = await post(paths.email, fields, cookies(thief, cookiesOf(sent)))
    expect([location(proven), await told()]).toEqual([
      '/?xong=email',
      [
        `email ${email} email_changed`,
        'sms 0912345678 email_changed',
        'sms 0912345678 email_proven',
      ],
    ])
    expect((await get('/', cookies(thief))).text).toContain('Gần đây có 1 mục được thêm')
    expect((await get(paths.added, cookies(thief))).text).toContain('Email: la@mail.example')
  })

  test('that a code alone has proven signs in from the next day on', async () => {
    const device = await anOldMember()
    await sql`update member set email = ${email}, email_proven_at = ${now()}, email_by_code_at = ${now()}`.execute(
      site.db,
    )
    const askedFor = async () => {
      await sql`truncate otp, outbox`.execute(site.db)
      await post(paths.email_sign_in, { phone }, cookies(device))
      return (await sql`select 1 from outbox where channel = 'email'`.execute(site.db)).rows.length
    }
    expect(await askedFor()).toBe(0)
    pass(day_ms)
    expect(await askedFor()).toBe(1)
  })
})

describe('a passkey that a code alone has added', () => {
  test('signs in from the next day on, is told at the phone and by mail, and waits no longer than a sign-out', async () => {
    await anOldMember({ has_email: true })
    const passkey = new SoftwarePasskey(member_url)
    const thief = await signInByCode()
    expect(location(await addPasskey(thief, passkey))).toBe('/passkey?xong=add')
    expect(await told()).toEqual([`email ${email} passkey_added`, 'sms 0912345678 passkey_added'])
    const early = await signInByPasskey(passkey)
    expect([early.status, early.text]).toEqual([409, expect.stringContaining('Passkey này mới')])
    expect((await get(paths.passkeys, cookies(thief))).text).toContain('dùng để đăng nhập được từ')
    // Its owner is back and signs the stranger out: nothing of theirs is left.
    const owner = await signInByCode()
    await post('/', { intent: 'end_others' }, cookies(owner))
    pass(day_ms)
    expect((await signInByPasskey(passkey)).status).toBe(401)
  })

  test('is not kept by itself, and is by its owner in a browser of before', async () => {
    const device = await anOldMember()
    const passkey = new SoftwarePasskey(member_url)
    const thief = await signInByCode()
    await addPasskey(thief, passkey)
    pass(2 * day_ms)
    const by_itself = await signInByPasskey(passkey)
    expect(location(by_itself)).toBe('/')
    const keeps = await post(paths.added, { intent: 'keep' }, cookies(cookiesOf(by_itself)))
    expect(location(keeps)).toBe('/xac-nhan?next=%2Fmoi-them')
    const owner = await signInByCode(device)
    expect((await get('/', cookies(owner))).text).toContain('Gần đây có 1 mục')
    await post(paths.added, { intent: 'remove' }, cookies(owner))
    expect((await signInByPasskey(passkey)).status).toBe(401)
    expect((await get('/', cookies(thief))).status).toBe(303)
  })

  test('a member of today, or in a browser of a week, has one that counts at once and is no news', async () => {
    await newMember(site.db, { phone, now: now() })
    const first = new SoftwarePasskey(member_url)
    await addPasskey(await signInByCode(), first)
    expect(location(await signInByPasskey(first))).toBe('/')
    const device = await (await site.db.deleteFrom('member').execute(), anOldMember())
    const second = new SoftwarePasskey(member_url)
    const session = await signInByCode(device)
    await addPasskey(session, second)
    expect(location(await signInByPasskey(second))).toBe('/')
    expect((await get('/', cookies(session))).text).not.toContain('Gần đây có')
  })

  test('is the owner’s when they have said so', async () => {
    const device = await anOldMember({ has_password: true })
    await sql`update member set email = ${email}, email_proven_at = ${now()}, email_by_code_at = ${now()}`.execute(
      site.db,
    )
    const back = await post(paths.password, { phone, password }, cookies(device))
    expect(location(back)).toBe(paths.added)
    const kept = await post(paths.added, { intent: 'keep', next: '/' }, cookies(cookiesOf(back)))
    expect(location(kept)).toBe('/')
    expect(location(await post(paths.password, { phone, password }))).toBe('/')
  })
})

describe('a session of a code that signs everybody else out', () => {
  const acts: [string, () => Promise<string>][] = [
    [
      'by the button',
      async () => {
        const thief = await signInByCode()
        await post('/', { intent: 'end_others' }, cookies(thief))
        return thief
      },
    ],
    ['by a new password', () => resetByCode()],
  ]
  test.each(acts)('%s does not make the owner’s browser unknown at once', async (_how, act) => {
    const device = await anOldMember({ has_password: true })
    await signInByCode(device)
    const thief = await act()
    const owner = await signInByCode(device)
    expect([await mustConfirm(owner), await mustConfirm(thief)]).toEqual([false, true])
    // The owner signs the stranger out: the browser stays known.
    await post('/', { intent: 'end_others' }, cookies(owner))
    pass(2 * day_ms)
    await sql`truncate otp`.execute(site.db)
    expect(await mustConfirm(await signInByCode(device))).toBe(false)
  })

  test.each(acts)('%s does so when nobody has stopped it for a day', async (_how, act) => {
    const device = await anOldMember({ has_password: true })
    await signInByCode(device)
    await act()
    pass(day_ms + hour_ms)
    await sql`update member set guarded_until = null, password_set_at = ${new Date(now().getTime() - 2 * day_ms)}`.execute(
      site.db,
    )
    expect(await mustConfirm(await signInByCode(device))).toBe(true)
  })
})
