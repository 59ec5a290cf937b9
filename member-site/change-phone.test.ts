import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { createLog } from '#platform/observe/log.ts'
import { changeDuePhones } from '#shop/flows/member/security/change-phone.ts'
import { memberNotice } from '#shop/notification/templates/member-notice.ts'
import { atMemberSite, cookiesOf, member_url } from '#test/members/at-member-site.ts'
import { newMember, newMemberSession } from '#test/members/member.ts'
import { SoftwarePasskey } from '#test/passkeys/software-passkey.ts'

let late_ms = 0
const now = () => new Date(Date.now() + late_ms)
const site = atMemberSite({}, now)
const { get, post } = site
const day_ms = 86_400_000
const old_phone = '+84912345678'
const new_phone = '+84987654321'
const password = 'cá rô phi kho tộ'
const log = createLog({ service: 'test', level: 'silent' })

interface Own {
  customer_id: number
  cookie: string
}

beforeEach(async () => {
  await sql`truncate phone_change`.execute(site.db)
})

/** A member whose session began some days ago, and who has just confirmed who they are. */
async function aMember({ days = 2, phone = old_phone } = {}): Promise<Own> {
  const { customer_id, token } = await newMember(site.db, { phone, email: 'be@mail.example' })
  await sql`update session set created_at = ${new Date(now().getTime() - days * day_ms)}, confirmed_at = ${now()}
    where customer_id = ${customer_id}`.execute(site.db)
  return { customer_id, cookie: `smember=${token}` }
}

/** Sets a password so many days ago. */
async function givePassword({ cookie }: Own, days = 2): Promise<void> {
  await post('/', { intent: 'password', password }, { cookie })
  await sql`update member set password_set_at = password_set_at - ${`${days} days`}::interval
    where password_hash is not null`.execute(site.db)
}

async function givePasskey({ cookie }: Own, days = 2): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey(member_url)
  const asked = await post(paths.passkey_challenge, { purpose: 'add' }, { cookie })
  const made = passkey.create(JSON.parse(asked.text).options)
  await post(paths.passkeys, { intent: 'add', name: 'Máy', passkey: made }, { cookie })
  await sql`update member_passkey set created_at = created_at - ${`${days} days`}::interval`.execute(
    site.db,
  )
  return passkey
}

/** Sends the code of one step, and returns how to enter it. */
async function asked({ cookie }: Own, fields: Record<string, string>) {
  const sent = await post(paths.phone, fields, { cookie })
  const code = await site.newestCode()
  const both = { cookie: `${cookie}; ${cookiesOf(sent)}` }
  const intent = fields['intent'] === 'new' ? 'new_code' : 'old_code'
  return { sent, code, enter: (typed = code) => post(paths.phone, { intent, code: typed }, both) }
}

async function proveNew(own: Own, phone = '0987 654 321') {
  const { enter } = await asked(own, { intent: 'new', phone })
  return enter()
}
const proveOld = async (own: Own) => (await asked(own, { intent: 'old' })).enter()

async function phoneOf({ customer_id }: Own): Promise<string | undefined> {
  const member = site.db.selectFrom('member').select('phone')
  return (await member.where('customer_id', '=', customer_id).executeTakeFirst())?.phone
}

async function told(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select channel || ' ' || recipient || ' ' || (facts ->> 'about') as line from outbox
    where template = 'member_notice' and facts ->> 'about' <> 'password_set' order by outbox_id`.execute(
    site.db,
  )
  return rows.map(({ line }) => line)
}

describe('a change of the phone', () => {
  test('needs a code to each phone, ends all other sessions and tells the old phone', async () => {
    const own = await aMember()
    await newMemberSession(site.db, own.customer_id)
    expect((await proveNew(own)).headers.get('location')).toBe(paths.phone)
    expect(await phoneOf(own)).toBe(old_phone)
    const done = await proveOld(own)
    expect(done.headers.get('location')).toBe(`${paths.phone}?xong=1`)
    expect(await phoneOf(own)).toBe(new_phone)
    expect((await get('/', { cookie: own.cookie })).text).toContain('0987654321')
    const { rows } = await sql`select 1 from session where customer_id = ${own.customer_id}
      and ended_at is null`.execute(site.db)
    expect(rows).toHaveLength(1)
    expect(await told()).toEqual([
      'sms 0912345678 phone_changed',
      'email be@mail.example phone_changed',
    ])
    // The code of the old phone, once more, changes nothing.
    expect((await proveOld(own)).status).toBe(404)
  })

  test('is not begun without a fresh proof, for the own phone, or by a wrong code', async () => {
    const own = await aMember()
    const same = await post(
      paths.phone,
      { intent: 'new', phone: '0912345678' },
      { cookie: own.cookie },
    )
    expect(same.status).toBe(422)
    const { enter, code } = await asked(own, { intent: 'new', phone: '0987654321' })
    expect((await enter(code === '000000' ? '000001' : '000000')).status).toBe(422)
    await sql`update session set confirmed_at = null`.execute(site.db)
    const late = await enter()
    expect(late.headers.get('location')).toBe('/xac-nhan?next=%2Fdoi-so')
    const { rows } = await sql`select 1 from phone_change`.execute(site.db)
    expect(rows).toEqual([])
  })

  test('counts for the session that began it alone; every session may cancel it', async () => {
    const own = await aMember()
    await proveNew(own)
    const other = await newMemberSession(site.db, own.customer_id)
    const foreign = { ...own, cookie: `smember=${other}` }
    expect((await proveOld(foreign)).status).toBe(404)
    await post(paths.phone, { intent: 'cancel' }, { cookie: foreign.cookie })
    await sql`truncate otp`.execute(site.db)
    expect((await proveOld(own)).status).toBe(404)
    expect(await phoneOf(own)).toBe(old_phone)
  })

  test('never takes the phone of another account', async () => {
    const own = await aMember()
    const other = await aMember({ phone: new_phone })
    await proveNew(own)
    const refused = await proveOld(own)
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('tài khoản Smember khác'),
    ])
    expect([await phoneOf(own), await phoneOf(other)]).toEqual([old_phone, new_phone])
  })

  test('twenty right answers at once change it once', async () => {
    const own = await aMember()
    await proveNew(own)
    const { enter } = await asked(own, { intent: 'old' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter()))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(await told()).toHaveLength(2)
  })
})

describe('a device and a phone that change in one day', () => {
  test('need a password from before, or wait a day', async () => {
    const own = await aMember({ days: 0 })
    await givePassword(own)
    const begin = { intent: 'new', phone: '0987654321' }
    const early = await post(paths.phone, begin, { cookie: own.cookie })
    expect(early.headers.get('location')).toBe('/xac-nhan?next=%2Fdoi-so')
    const confirm = (typed: string) =>
      post(paths.confirm, { intent: 'password', password: typed }, { cookie: own.cookie })
    expect((await confirm('sai rồi nhé')).status).toBe(401)
    await confirm(password)
    await proveNew(own)
    expect((await proveOld(own)).headers.get('location')).toBe(`${paths.phone}?xong=1`)
    expect(await phoneOf(own)).toBe(new_phone)
  })

  test('a proof that has been outlived is asked for again, and the phones stay proven', async () => {
    const own = await aMember({ days: 0 })
    await proveNew(own)
    // What was added yesterday counts from now on.
    await givePassword(own)
    const late = await proveOld(own)
    expect(late.headers.get('location')).toBe('/xac-nhan?next=%2Fdoi-so')
    await post(paths.confirm, { intent: 'password', password }, { cookie: own.cookie })
    expect((await get(paths.phone, { cookie: own.cookie })).text).toContain(
      'Đổi sang số 0987654321',
    )
    await post(paths.phone, { intent: 'prove' }, { cookie: own.cookie })
    expect(await phoneOf(own)).toBe(new_phone)
  })

  test('a password that was set today does not count: the change waits, and can be cancelled', async () => {
    const own = await aMember({ days: 0 })
    await givePassword(own, 0)
    await proveNew(own)
    await proveOld(own)
    expect(await told()).toEqual([
      'sms 0912345678 phone_changes',
      'email be@mail.example phone_changes',
    ])
    expect((await get(paths.phone, { cookie: own.cookie })).text).toContain(
      'Tài khoản sẽ đổi sang số',
    )
    const deps = { db: site.db, now, log }
    expect(await changeDuePhones(deps)).toBe(0)
    late_ms += day_ms
    expect(await changeDuePhones(deps)).toBe(1)
    expect([await phoneOf(own), await changeDuePhones(deps)]).toEqual([new_phone, 0])
  })
})

describe('a lost phone', () => {
  test('is replaced by password and passkey together, not by one of them', async () => {
    const own = await aMember()
    await givePassword(own)
    const passkey = await givePasskey(own)
    await proveNew(own)
    const prove = async (typed: string, with_passkey: boolean) => {
      const challenge = { purpose: 'confirm' }
      const options = await post(paths.passkey_challenge, challenge, { cookie: own.cookie })
      const signed = with_passkey ? passkey.get(JSON.parse(options.text).options) : ''
      const sent = { intent: 'prove', password: typed, passkey: signed }
      return (await post(paths.phone, sent, { cookie: own.cookie })).status
    }
    expect(await prove(password, false)).toBe(401)
    expect(await prove('', true)).toBe(401)
    expect(await prove('sai rồi nhé', true)).toBe(401)
    expect(await phoneOf(own)).toBe(old_phone)
    expect(await prove(password, true)).toBe(303)
    expect(await phoneOf(own)).toBe(new_phone)
  })

  test('is replaced after three days, unless its owner cancels or the new phone has an account', async () => {
    const deps = { db: site.db, now, log }
    const own = await aMember()
    await proveNew(own)
    await post(paths.phone, { intent: 'wait' }, { cookie: own.cookie })
    await post(paths.phone, { intent: 'cancel' }, { cookie: own.cookie })
    late_ms += 3 * day_ms
    expect(await changeDuePhones(deps)).toBe(0)
    await sql`truncate otp, session cascade`.execute(site.db)
    const next = await aMember({ phone: '+84911111111' })
    await proveNew(next)
    await post(paths.phone, { intent: 'wait' }, { cookie: next.cookie })
    await aMember({ phone: new_phone })
    late_ms += 3 * day_ms
    expect([await changeDuePhones(deps), await phoneOf(next)]).toEqual([0, '+84911111111'])
    const ended = await site.db.selectFrom('phone_change').select('outcome').execute()
    expect(ended.map(({ outcome }) => outcome)).toContain('taken')
  })
})

describe('a change that waits', () => {
  test('keeps its day when it is asked for once more', async () => {
    const own = await aMember()
    await proveNew(own)
    const wait = () => post(paths.phone, { intent: 'wait' }, { cookie: own.cookie })
    expect((await wait()).status).toBe(303)
    const due = () => site.db.selectFrom('phone_change').select('due_at').execute()
    const first = await due()
    late_ms += 60_000
    expect((await wait()).status).toBe(303)
    expect(await due()).toEqual(first)
    expect(await told()).toHaveLength(2)
    // The old phone is found after all: a new device has less to wait then, and the phone is told of it.
    await sql`update session set created_at = ${now()} where customer_id = ${own.customer_id}`.execute(
      site.db,
    )
    expect((await proveOld(own)).status).toBe(303)
    expect(await told()).toHaveLength(4)
  })

  test('ends with the session that began it, when another one signs that out', async () => {
    const own = await aMember()
    await proveNew(own)
    await post(paths.phone, { intent: 'wait' }, { cookie: own.cookie })
    const other = `smember=${await newMemberSession(site.db, own.customer_id)}`
    await post('/', { intent: 'end_others' }, { cookie: other })
    late_ms += 3 * day_ms
    expect(await changeDuePhones({ db: site.db, now, log })).toBe(0)
    expect(await phoneOf(own)).toBe(old_phone)
  })

  test('ends when the old phone sets a new password', async () => {
    const own = await aMember()
    await proveNew(own)
    await post(paths.phone, { intent: 'wait' }, { cookie: own.cookie })
    const sent = await post(paths.reset, { phone: '0912345678' })
    const reset = { code: await site.newestCode(), password: 'một câu dài khó đoán' }
    await post(paths.reset_code, reset, { cookie: cookiesOf(sent) })
    late_ms += 3 * day_ms
    expect(await changeDuePhones({ db: site.db, now, log })).toBe(0)
    expect(await phoneOf(own)).toBe(old_phone)
  })
})

describe('a linked account that does not count yet', () => {
  const acts: Readonly<Record<string, (own: Own) => Promise<unknown>>> = {
    'sets a password': (own) => post('/', { intent: 'password', password }, { cookie: own.cookie }),
    'signs the other devices out': (own) =>
      post('/', { intent: 'end_others' }, { cookie: own.cookie }),
    'sets a new password by a code': async () => {
      const sent = await post(paths.reset, { phone: '0912345678' })
      const reset = { code: await site.newestCode(), password: 'một câu dài khó đoán' }
      return post(paths.reset_code, reset, { cookie: cookiesOf(sent) })
    },
    'changes the phone': async (own) => {
      await proveNew(own)
      await proveOld(own)
      expect(await phoneOf(own)).toBe(new_phone)
    },
  }

  test.each(Object.keys(acts))('ends when the owner %s; one that counts stays', async (act) => {
    const own = await aMember()
    await sql`truncate linked_identity`.execute(site.db)
    for (const [subject, hours] of [
      ['old', -1],
      ['new', 1],
    ] as const) {
      const counts_from = new Date(now().getTime() + hours * 3_600_000)
      await sql`insert into linked_identity (customer_id, provider, subject, shown, created_at, counts_from)
        values (${own.customer_id}, 'zalo', ${subject}, '', ${now()}, ${counts_from})`.execute(
        site.db,
      )
    }
    await acts[act]?.(own)
    const left = await site.db.selectFrom('linked_identity').select('subject').execute()
    expect(left).toEqual([{ subject: 'old' }])
  })
})

test('the messages name no full phone and fit into two short messages', () => {
  const sender = {
    ...{ name: 'Điện Thoại Vui', hotline: '1800 2097', public_url: 'https://shop.example' },
    company: { name: '', address: '' },
  }
  const notice = { about: 'phone_changes', phone: '09•• ••• 321', due_at: now().toISOString() }
  const { body } = memberNotice('sms', notice, sender)
  expect(body).toMatch(/^[\x20-\x7e]{1,306}$/)
  expect(memberNotice('email', notice, sender).subject).toContain('Smember')
})
