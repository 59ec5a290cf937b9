import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { atMemberSite, cookiesOf, member_url } from '#test/members/at-member-site.ts'
import { eraseMember } from '#shop/identity/member-erasure-store.ts'
import { newMember } from '#test/members/member.ts'
import { SoftwarePasskey } from '#test/passkeys/software-passkey.ts'

let late_s = 0
const site = atMemberSite({}, () => new Date(Date.now() + late_s * 1_000))
const { get, post } = site

interface Own {
  cookie: { cookie: string }
  customer_id: number
}

async function aMember(phone = '+84912345678'): Promise<Own> {
  const { token, customer_id } = await newMember(site.db, { phone })
  return { cookie: { cookie: `smember=${token}` }, customer_id }
}

async function options(path: string, fields: Record<string, string>, headers = {}) {
  const answer = await post(path, fields, headers)
  const told = JSON.parse(answer.text) as { options?: object; problem?: string }
  return { ...told, status: answer.status, cookie: cookiesOf(answer) }
}

async function add({ cookie }: Own, passkey = new SoftwarePasskey(member_url), lies = {}) {
  const asked = await options(paths.passkey_challenge, { purpose: 'add' }, cookie)
  const made = passkey.create(asked.options ?? {}, lies)
  const answer = await post(
    paths.passkeys,
    { intent: 'add', name: 'iPhone', passkey: made },
    cookie,
  )
  return { passkey, made, answer }
}

async function signIn(passkey: SoftwarePasskey, lies = {}) {
  const { options: asked = {}, cookie } = await options(paths.sign_in_challenge, {})
  return post(paths.sign_in_passkey, { passkey: passkey.get(asked, lies), next: '' }, { cookie })
}

async function names({ cookie }: Own): Promise<string[]> {
  const { text } = await get(paths.passkeys, cookie)
  return [...text.matchAll(/aria-label="Xóa ([^"]+)"/g)].map(([, name = '']) => name)
}

describe('a passkey', () => {
  test('is added, named anew, signs in by itself, and is removed', async () => {
    const own = await aMember()
    const { passkey, answer } = await add(own)
    expect(answer.headers.get('location')).toBe(`${paths.passkeys}?xong=add`)
    const { member_passkey_id } = await site.db
      .selectFrom('member_passkey')
      .select('member_passkey_id')
      .executeTakeFirstOrThrow()
    const passkey_id = String(member_passkey_id)
    await post(paths.passkeys, { intent: 'rename', passkey_id, name: ' Máy của Bé ' }, own.cookie)
    expect(await names(own)).toEqual(['Máy của Bé'])
    const done = await signIn(passkey)
    expect([done.status, done.headers.get('location')]).toEqual([303, paths.account])
    expect(cookiesOf(done)).toMatch(/^smember=m_/)
    expect((await get('/', { cookie: cookiesOf(done) })).text).toContain('0912345678')
    await post(paths.passkeys, { intent: 'remove', passkey_id }, own.cookie)
    expect(await names(own)).toEqual([])
    const gone = await signIn(passkey)
    expect([gone.status, gone.text]).toEqual([401, expect.stringContaining('không thuộc')])
  })

  test.each([
    ['another origin', { origin: 'http://smember.localhost.evil:3000' }],
    ['the shop', { origin: 'http://localhost:3000' }],
    ['another site', { host: 'localhost' }],
    ['nobody verified', { is_verified: false }],
    ['another member named', { user_handle: 'AAAA' }],
    ['no member named', { user_handle: '' }],
  ])('is refused: %s', async (_what, lies) => {
    const { passkey } = await add(await aMember())
    const refused = await signIn(passkey, lies)
    expect([refused.status, cookiesOf(refused)]).toEqual([401, ''])
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { host: 'evil.example' }],
    ['nobody verified', { is_verified: false }],
  ])('is not added: %s', async (_what, lies) => {
    const own = await aMember()
    const { answer } = await add(own, new SoftwarePasskey(member_url), lies)
    expect([answer.status, await names(own)]).toEqual([401, []])
  })

  test('signs a challenge once, of twenty at once one, in its own browser, within five minutes', async () => {
    const { passkey } = await add(await aMember())
    const { options: asked = {}, cookie } = await options(paths.sign_in_challenge, {})
    const signed = passkey.get(asked)
    const send = (headers = {}) => post(paths.sign_in_passkey, { passkey: signed }, headers)
    expect((await send()).status).toBe(401)
    const other = await options(paths.sign_in_challenge, {})
    expect((await send({ cookie: other.cookie })).status).toBe(401)
    const all = await Promise.all(Array.from({ length: 20 }, () => send({ cookie })))
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1)
    const old = passkey.get(other.options ?? {})
    late_s += 300
    expect(
      (await post(paths.sign_in_passkey, { passkey: old }, { cookie: other.cookie })).status,
    ).toBe(401)
  })

  test('that counts backwards is refused; one that never counts is not', async () => {
    const { passkey } = await add(await aMember())
    expect((await signIn(passkey, { sign_count: 7 })).status).toBe(303)
    for (const sign_count of [7, 6, 0]) {
      const copied = await signIn(passkey, { sign_count })
      expect([copied.status, copied.text]).toEqual([401, expect.stringContaining('sao chép')])
    }
    expect((await signIn(passkey, { sign_count: 8 })).status).toBe(303)
  })

  test('belongs to one member, who alone names and removes it (T6)', async () => {
    const own = await aMember()
    const { passkey, made } = await add(own)
    const stranger = await aMember('+84987654321')
    expect((await add(stranger, passkey)).answer.status).toBe(409)
    // A challenge of somebody else's session is worth nothing here.
    const again = await post(paths.passkeys, { intent: 'add', passkey: made }, stranger.cookie)
    expect(again.status).toBe(401)
    const { rows } = await sql<{
      id: string
    }>`select member_passkey_id::text as id from member_passkey`.execute(site.db)
    const passkey_id = rows[0]?.id ?? ''
    for (const intent of ['rename', 'remove']) {
      const foreign = await post(paths.passkeys, { intent, passkey_id, name: 'x' }, stranger.cookie)
      const absent = await post(
        paths.passkeys,
        { intent, passkey_id: '999', name: 'x' },
        stranger.cookie,
      )
      expect([foreign.status, foreign.text]).toEqual([404, absent.text])
    }
    expect(await names(own)).toEqual(['iPhone'])
  })

  test('goes with the account', async () => {
    const own = await aMember()
    const { passkey } = await add(own)
    await site.db.transaction().execute((tx) => eraseMember(tx, '+84912345678', new Date()))
    expect((await signIn(passkey)).status).toBe(401)
    const { rows } = await sql`select 1 from member_passkey`.execute(site.db)
    expect(rows).toEqual([])
  })
})

describe('a change that a stolen session must not make', () => {
  test('asks once more who it is: by code, by password, by passkey', async () => {
    const own = await aMember()
    const { passkey } = await add(own)
    const stale = () =>
      sql`update session set confirmed_at = confirmed_at - interval '10 minutes'`.execute(site.db)
    const is_confirmed = async () =>
      (await get(paths.passkeys, own.cookie)).text.includes('Tên, để')
    await stale()
    expect(await is_confirmed()).toBe(false)
    const early = await options(paths.passkey_challenge, { purpose: 'add' }, own.cookie)
    expect([early.status, early.options]).toEqual([403, undefined])
    const remove = await post(paths.passkeys, { intent: 'remove', passkey_id: '1' }, own.cookie)
    expect(remove.headers.get('location')).toBe('/xac-nhan?next=%2Fpasskey')
    const first = await post('/', { intent: 'password', password: 'cá rô phi kho tộ' }, own.cookie)
    expect(first.headers.get('location')).toBe('/xac-nhan?next=%2F')

    const sent = await post(paths.confirm, { intent: 'send', next: paths.passkeys }, own.cookie)
    expect(sent.headers.get('location')).toBe('/xac-nhan/ma?next=%2Fpasskey')
    const cookie = `${own.cookie.cookie}; ${cookiesOf(sent)}`
    const code = await site.newestCode()
    const wrong = await post(paths.confirm_code, { code: code === '1' ? '2' : '1' }, { cookie })
    expect(wrong.status).toBe(422)
    const right = await post(paths.confirm_code, { code, next: paths.passkeys }, { cookie })
    expect(right.headers.get('location')).toBe(paths.passkeys)
    expect(await is_confirmed()).toBe(true)
    await post('/', { intent: 'password', password: 'cá rô phi kho tộ' }, own.cookie)

    await stale()
    const no = await post(paths.confirm, { intent: 'password', password: 'sai rồi' }, own.cookie)
    expect([no.status, await is_confirmed()]).toEqual([401, false])
    await post(paths.confirm, { intent: 'password', password: 'cá rô phi kho tộ' }, own.cookie)
    expect(await is_confirmed()).toBe(true)

    await stale()
    const asked = await options(paths.passkey_challenge, { purpose: 'confirm' }, own.cookie)
    const signed = passkey.get(asked.options ?? {})
    await post(paths.confirm, { intent: 'passkey', passkey: signed }, own.cookie)
    expect(await is_confirmed()).toBe(true)
  })

  test('a session that the shop took over has not been confirmed', async () => {
    const own = await aMember()
    await sql`update session set confirmed_at = null`.execute(site.db)
    expect((await get(paths.passkeys, own.cookie)).text).not.toContain('Tên, để')
  })

  test('a foreign form changes nothing, and a stranger is sent to sign in', async () => {
    const own = await aMember()
    const foreign = { ...own.cookie, 'sec-fetch-site': 'cross-site' }
    for (const path of [
      paths.passkeys,
      paths.confirm,
      paths.sign_in_passkey,
      paths.passkey_challenge,
    ]) {
      expect((await post(path, { intent: 'remove' }, foreign)).status).toBe(403)
    }
    expect((await get(paths.passkeys)).headers.get('location')).toBe('/dang-nhap?next=%2Fpasskey')
    expect((await get('/xac-nhan?next=https://evil.example')).headers.get('location')).toBe(
      paths.sign_in,
    )
  })
})
