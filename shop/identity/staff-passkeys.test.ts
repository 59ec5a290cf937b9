import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffActor } from '#pure/contract.ts'
import { recoverDirector } from '#shop/flows/staff/recover-director.ts'
import { totpCode, totpStep } from '#shop/identity/totp.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import type { StaffOffice } from '#shop/staff-services.ts'
import { SoftwarePasskey } from '#test/passkeys/software-passkey.ts'
import { emptyTables } from '#test/support/database-templates.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { staffOffice, testProviders, testWrites } from '#test/support/providers.ts'

const password = 'một mật khẩu thật dài'
const from = { address: '10.0.0.1', device: 'Firefox' }
const origin = 'https://shop.example'
let own: TestDatabase
let office: StaffOffice
let now = new Date('2026-11-20T08:00:00Z')

beforeAll(async () => {
  own = await testDatabase()
  const deps = { db: own.db, now: () => now, gateways: [cashOnDelivery] }
  office = staffOffice(await testProviders(deps))
})
beforeEach(async () => {
  now = new Date(now.getTime() + 86_400_000)
  await emptyTables(own.db, 'staff', 'staff_login_attempt')
  await sql`alter table staff_passkey alter column staff_passkey_id restart`.execute(own.db)
  await office.sign_in.createFirstAccount(null, { name: 'Lan', login_name: 'lan', password })
})
afterAll(() => own.close())

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}
const begin = (login_name = 'lan') => office.sign_in.begin(null, { login_name, password, from })

type Purpose = 'sign_in' | 'second_step' | 'enrol' | 'confirm' | 'add'
const ask = (purpose: Purpose, token = '') =>
  office.sign_in.passkeyChallenge(null, { purpose, token, from })

/** The director, whose second step is a passkey. */
async function enrolled(passkey = new SoftwarePasskey(origin)) {
  const { token } = await begin()
  const { options } = await ask('enrol', token)
  const made = { token, name: 'iPhone', passkey: passkey.create(options), from }
  const session = await office.sign_in.enrolPasskey(null, made)
  return { passkey, token: session.token }
}

/** Somebody of a role that needs no second step. */
async function seller(director: StaffActor) {
  const person = { name: 'Bình', login_name: 'binh', role_codes: ['sales'], shop_ids: [] }
  const { invite, staff_id } = await office.services.people.add(director, person)
  await office.sign_in.acceptInvite(null, { invite, password })
  return { staff_id, token: (await begin('binh')).token }
}

async function actorOf(token: string): Promise<StaffActor> {
  const acting = await office.sign_in.actor(null, { token })
  if (acting === null) throw new RangeError('the session has ended')
  return acting
}

async function signIn(passkey: SoftwarePasskey, lies = {}) {
  const { options, attempt } = await ask('sign_in')
  const typed = { attempt: attempt ?? '', passkey: passkey.get(options, lies), from }
  return office.sign_in.signInByPasskey(null, typed)
}

async function add(token: string, passkey: SoftwarePasskey, name = 'Máy tính') {
  const { options } = await ask('add', token)
  const made = { name, passkey: passkey.create(options) }
  return office.services.account.addPasskey(await actorOf(token), made)
}

async function confirm(token: string, passkey: SoftwarePasskey, lies = {}) {
  const { options } = await ask('confirm', token)
  const proof = { passkey: passkey.get(options, lies) }
  return office.services.account.confirm(await actorOf(token), proof)
}

/** Whether a statement waits for a lock. */
async function someoneWaits(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(own.db)
  return rows.length > 0
}

async function outcomes(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select coalesce(login_name, '-') || ' ' || outcome as line from staff_login_attempt
    order by staff_login_attempt_id`.execute(own.db)
  return rows.map(({ line }) => line)
}

describe('a sign-in by passkey', () => {
  test('is both steps at once, in a session of twelve hours', async () => {
    const { passkey } = await enrolled()
    const { token, expires_in } = await signIn(passkey)
    expect(expires_in).toBe(12 * 3_600)
    const acting = await actorOf(token)
    expect([acting.name, acting.second_step_at]).toEqual(['Lan', now])
    expect(await office.services.account.secondSteps(acting, {})).toEqual({
      ...{ is_fresh: true, has_totp: false, has_passkey: true, takes_password: false },
    })
    expect(await outcomes()).toEqual(['lan code_needed', 'lan signed_in', 'lan signed_in'])
    const [used] = (await office.services.account.own(acting, {})).passkeys
    expect([used?.name, used?.used_at]).toEqual(['iPhone', now.toISOString()])
  })

  test.each([
    ['another origin', { origin: 'https://shop.example.evil' }, 'wrong_passkey'],
    ['another site', { host: 'evil.example' }, 'wrong_passkey'],
    ['nobody verified', { is_verified: false }, 'wrong_passkey'],
    ['another account named', { user_handle: 'AAAA' }, 'wrong_passkey'],
    ['no account named', { user_handle: '' }, 'wrong_passkey'],
  ])('is refused and logged: %s', async (_what, lies, code) => {
    const { passkey } = await enrolled()
    await expect(signIn(passkey, lies)).rejects.toMatchObject({ code })
    expect((await outcomes()).at(-1)).toBe(`lan ${code}`)
  })

  test('uses a challenge once, within five minutes, of its own attempt', async () => {
    const { passkey } = await enrolled()
    const { options, attempt } = await ask('sign_in')
    const signed = passkey.get(options)
    const send = (of: string | null, answer = signed) =>
      office.sign_in.signInByPasskey(null, { attempt: of ?? '', passkey: answer, from })
    const other = await ask('sign_in')
    const expired = { code: 'passkey_expired' }
    await expect(send(other.attempt)).rejects.toMatchObject(expired)
    await expect(send('')).rejects.toMatchObject(expired)
    // The foreign attempts have not used it up.
    const both = await Promise.allSettled([send(attempt), send(attempt)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(send(attempt)).rejects.toMatchObject(expired)
    const late = passkey.get(other.options)
    later(300)
    await expect(send(other.attempt, late)).rejects.toMatchObject(expired)
    // A challenge for something else does not sign anybody in.
    const { token } = await begin()
    const { options: second } = await ask('second_step', token)
    await expect(send(token, passkey.get(second))).rejects.toMatchObject(expired)
  })

  test('is refused where the passkey counts backwards', async () => {
    const { passkey } = await enrolled()
    await signIn(passkey, { sign_count: 7 })
    for (const sign_count of [7, 6, 0]) {
      const copied = { code: 'copied_passkey' }
      await expect(signIn(passkey, { sign_count })).rejects.toMatchObject(copied)
    }
    expect((await outcomes()).at(-1)).toBe('lan copied_passkey')
    expect((await signIn(passkey, { sign_count: 8 })).has_failed_logins).toBe(true)
  })

  test('works again and again with a passkey that does not count', async () => {
    const { passkey } = await enrolled()
    await signIn(passkey, { sign_count: 0 })
    expect((await signIn(passkey, { sign_count: 0 })).has_failed_logins).toBe(false)
  })

  test('is refused to strangers, with removed passkeys and to locked people, alike', async () => {
    const { passkey, token } = await enrolled()
    const director = await actorOf(token)
    const unknown = { code: 'unknown_passkey' }
    await expect(signIn(new SoftwarePasskey(origin), { user_handle: 'AA' })).rejects.toMatchObject(
      unknown,
    )
    const second = new SoftwarePasskey(origin)
    await add(token, second)
    const { passkeys } = await office.services.account.own(director, {})
    const staff_passkey_id = passkeys[1]?.staff_passkey_id ?? 0
    await office.services.account.removePasskey(director, { staff_passkey_id })
    await expect(signIn(second)).rejects.toMatchObject(unknown)

    const binh = await seller(director)
    await office.services.account.confirm(await actorOf(binh.token), { password })
    const key_of_binh = new SoftwarePasskey(origin)
    await add(binh.token, key_of_binh)
    await signIn(key_of_binh)
    await office.services.people.lock(director, { staff_id: binh.staff_id, is_locked: true })
    await expect(signIn(key_of_binh)).rejects.toMatchObject(unknown)
    expect((await outcomes()).filter((line) => /unknown|locked/.test(line))).toEqual([
      '- unknown_passkey',
      '- unknown_passkey',
      'binh locked',
    ])
    await signIn(passkey)
  })

  test('starts at most a hundred challenges of one address', async () => {
    for (let n = 0; n < 100; n++) await ask('sign_in')
    await expect(ask('sign_in')).rejects.toMatchObject({ code: 'too_many_challenges' })
    // Guests share the address of a shop: they keep nobody out who has typed a password.
    const { token } = await begin()
    for (let n = 0; n < 100; n++) await ask('enrol', token)
    await expect(ask('enrol', token)).rejects.toMatchObject({ code: 'too_many_challenges' })
    expect(await ask('enrol', (await begin()).token)).toHaveProperty('options')
    const elsewhere = { ...from, address: '10.0.0.2' }
    await office.sign_in.passkeyChallenge(null, { purpose: 'sign_in', token: '', from: elsewhere })
    later(301)
    await ask('sign_in')
  })
})

describe('a passkey as the second step', () => {
  test('is asked for after the password; the password alone enrols nothing else', async () => {
    // Somebody else with the password has asked for an app, just before.
    const other = await begin()
    const app = await office.sign_in.enrolment(null, { token: other.token })
    const code = totpCode(bytesOf(app?.secret ?? ''), totpStep(now))
    const late = { token: other.token, code, from }
    const { passkey } = await enrolled()
    const pending = await begin()
    expect(pending.next).toBe('passkey')
    const { token } = pending
    expect(await office.sign_in.enrolment(null, { token })).toBeNull()
    await expect(office.sign_in.verifyCode(null, late)).rejects.toMatchObject({
      code: 'wrong_code',
    })
    await expect(ask('enrol', token)).rejects.toMatchObject({ code: 'passkey_not_allowed' })
    await expect(ask('confirm', token)).rejects.toMatchObject({ code: 'sign_in_expired' })
    const { options } = await ask('second_step', token)
    const typed = { token, passkey: passkey.get(options), from }
    const session = await office.sign_in.verifyPasskey(null, typed)
    expect(await office.sign_in.actor(null, { token })).toBeNull()
    expect((await actorOf(session.token)).second_step_at).toEqual(now)
  })

  test('of two that are enrolled at once, one is', async () => {
    const [first, second] = [await begin(), await begin()]
    const keys = [new SoftwarePasskey(origin), new SoftwarePasskey(origin)]
    const attempts = [first, second].map(async ({ token }, n) => {
      const { options } = await ask('enrol', token)
      const passkey = keys[n]?.create(options) ?? ''
      return office.sign_in.enrolPasskey(null, { token, name: `Máy ${n}`, passkey, from })
    })
    const both = await Promise.allSettled(attempts)
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('of somebody else is refused, and five wrong ones end the attempt', async () => {
    const { token } = await enrolled()
    const binh = await seller(await actorOf(token))
    await office.services.account.confirm(await actorOf(binh.token), { password })
    const foreign = new SoftwarePasskey(origin)
    await add(binh.token, foreign)
    const pending = await begin()
    for (let n = 0; n < 5; n++) {
      const { options } = await ask('second_step', pending.token)
      const typed = { token: pending.token, passkey: foreign.get(options), from }
      const wrong = office.sign_in.verifyPasskey(null, typed)
      await expect(wrong).rejects.toMatchObject({ code: 'unknown_passkey' })
    }
    const ended = ask('second_step', pending.token)
    await expect(ended).rejects.toMatchObject({ code: 'sign_in_expired' })
  })
})

test('what was wrong before the sign-in does not end the session after it', async () => {
  const { passkey } = await enrolled()
  const pending = await begin()
  const verify = (answer: string) =>
    office.sign_in.verifyPasskey(null, { token: pending.token, passkey: answer, from })
  for (let n = 0; n < 4; n++) {
    await expect(verify('{}')).rejects.toMatchObject({ code: 'wrong_passkey' })
  }
  const { options } = await ask('second_step', pending.token)
  const { token } = await verify(passkey.get(options))
  const wrong = office.services.account.confirm(await actorOf(token), { passkey: '{}' })
  await expect(wrong).rejects.toMatchObject({ code: 'wrong_passkey' })
  expect((await actorOf(token)).name).toBe('Lan')
})

test('a wrong code or passkey does not open a session again that has ended meanwhile', async () => {
  const { token } = await enrolled()
  const acting = await actorOf(token)
  const { account } = office.services
  await account.endSession(acting, { staff_session_id: 'all' })
  await expect(account.confirm(acting, { code: '000000' })).rejects.toMatchObject({
    code: 'wrong_code',
  })
  await expect(account.confirm(acting, { passkey: '{}' })).rejects.toMatchObject({
    code: 'wrong_passkey',
  })
  expect(await office.sign_in.actor(null, { token })).toBeNull()
})

describe('passkeys of the own account', () => {
  test('are added and removed with a second step of the last five minutes', async () => {
    const { passkey, token } = await enrolled()
    later(301)
    const second = new SoftwarePasskey(origin)
    await expect(add(token, second)).rejects.toMatchObject({ code: 'second_step_needed' })
    const remove = async (staff_passkey_id: number) =>
      office.services.account.removePasskey(await actorOf(token), { staff_passkey_id })
    await expect(remove(1)).rejects.toMatchObject({ code: 'second_step_needed' })
    await expect(confirm(token, passkey, { origin: 'https://evil.example' })).rejects.toMatchObject(
      { code: 'wrong_passkey' },
    )
    await confirm(token, passkey)
    await add(token, second)
    await expect(add(token, second)).rejects.toMatchObject({ code: 'passkey_not_allowed' })
    const { passkeys } = await office.services.account.own(await actorOf(token), {})
    const ids = passkeys.map(({ staff_passkey_id }) => staff_passkey_id)
    // Two remove the last two at once: the second waits, and then keeps what the role needs.
    let second_removal = Promise.resolve<unknown>(null)
    await own.db.transaction().execute(async (tx) => {
      await sql`select from staff where login_name = 'lan' for update`.execute(tx)
      await sql`delete from staff_passkey where staff_passkey_id = ${ids[0]}`.execute(tx)
      let is_settled = false
      second_removal = remove(ids[1] ?? 0).catch((error: unknown) => error)
      void second_removal.then(() => (is_settled = true))
      await expect.poll(async () => is_settled || (await someoneWaits())).toBe(true)
    })
    expect(await second_removal).toMatchObject({ code: 'last_second_step' })
  })

  test('of others are not found', async () => {
    const { token } = await enrolled()
    const binh = await seller(await actorOf(token))
    const acting = await actorOf(binh.token)
    await office.services.account.confirm(acting, { password })
    const foreign = office.services.account.removePasskey(await actorOf(binh.token), {
      staff_passkey_id: 1,
    })
    await expect(foreign).rejects.toMatchObject({ code: 'passkey_not_found' })
  })

  test('a password confirms only where the role needs no second step', async () => {
    const { token } = await enrolled()
    later(301)
    const { account } = office.services
    const lan = account.confirm(await actorOf(token), { password })
    await expect(lan).rejects.toMatchObject({ code: 'second_step_needed' })
    const binh = await seller(await actorOf((await signIn((await again()).passkey)).token))
    const wrong = account.confirm(await actorOf(binh.token), { password: 'không phải' })
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_password' })

    async function again() {
      await sql`delete from staff_passkey`.execute(own.db)
      return enrolled()
    }
  })

  test('confirm a change of a gateway', async () => {
    const { passkey, token } = await enrolled()
    later(301)
    const { options } = await ask('confirm', token)
    const input = {
      code: 'cod',
      is_enabled: true,
      fields: {},
      seen: '',
      passkey: passkey.get(options),
    }
    const { gateways } = office.services
    const set = async () => gateways.setGateway(await actorOf(token), input)
    await set()
    later(301)
    await expect(set()).rejects.toMatchObject({ code: 'wrong_code' })
  })

  test('leave no key and no id in the ledger', async () => {
    const { passkey, token } = await enrolled()
    await add(token, new SoftwarePasskey(origin), 'Điện thoại của Lan')
    const { rows } = await sql<{ text: string }>`
      select string_agg(change_log::text, ' ') as text from change_log
      where table_name = 'staff_passkey'`.execute(own.db)
    const text = rows[0]?.text ?? ''
    expect(text).toContain('{credential_id,public_key}')
    expect(text).not.toContain(passkey.id.toString('hex'))
    expect(text).not.toContain('Điện thoại')
  })
})

test('an invitation and the command `recover` remove passkeys', async () => {
  const { passkey } = await enrolled()
  const write = testWrites({ db: own.db, now: () => now })
  const { invite } = await recoverDirector({ now: () => now, write }, 'lan')
  await expect(signIn(passkey)).rejects.toMatchObject({ code: 'unknown_passkey' })
  await office.sign_in.acceptInvite(null, { invite, password })
  const { passkey: renewed, token } = await enrolled()
  const binh = await seller(await actorOf(token))
  await office.services.account.confirm(await actorOf(binh.token), { password })
  const key_of_binh = new SoftwarePasskey(origin)
  await add(binh.token, key_of_binh)
  const director = await actorOf((await signIn(renewed)).token)
  const again = await office.services.people.invite(director, { staff_id: binh.staff_id })
  await signIn(key_of_binh)
  await office.sign_in.acceptInvite(null, { invite: again.invite, password })
  await expect(signIn(key_of_binh)).rejects.toMatchObject({ code: 'unknown_passkey' })
})

test('an authenticator app and a passkey stand side by side', async () => {
  const pending = await begin()
  const shown = await office.sign_in.enrolment(null, { token: pending.token })
  const secret = bytesOf(shown?.secret ?? '')
  const code = totpCode(secret, totpStep(now))
  const { token } = await office.sign_in.verifyCode(null, { token: pending.token, code, from })
  const passkey = new SoftwarePasskey(origin)
  await add(token, passkey)
  const next = await begin()
  expect(next.next).toBe('code')
  expect(await office.sign_in.secondSteps(null, { token: next.token })).toEqual({
    ...{ has_totp: true, has_passkey: true },
  })
  const acting = await actorOf((await signIn(passkey)).token)
  await office.services.account.removePasskey(acting, { staff_passkey_id: 1 })
})

function bytesOf(base32: string): Buffer {
  const bits = [...base32.replaceAll(' ', '')]
    .map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
