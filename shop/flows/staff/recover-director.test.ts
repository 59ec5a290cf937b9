import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '#contracts/staff/all.ts'
import { CommandProblem } from '#platform/processes/command-problem.ts'
import { recoverCommand, recoverDirector } from '#shop/flows/staff/recover-director.ts'
import type { StaffOffice } from '#shop/staff-services.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { staffOffice, testProviders, testWrites } from '#test/support/providers.ts'
import { everywhere, staffWith } from '#test/support/staff.ts'

const now = () => new Date('2026-11-20T08:00:00Z')
const password = 'một mật khẩu thật dài'
const from = { address: '10.0.0.1', device: 'Firefox' }
let own: TestDatabase
let office: StaffOffice

beforeAll(async () => {
  own = await testDatabase()
  office = staffOffice(await testProviders({ db: own.db, now, gateways: [] }))
  await office.sign_in.createFirstAccount(null, { name: 'Lan', login_name: 'lan', password })
  const lan = { ...staffWith(everywhere(permissions)), staff_id: 1 }
  const place = { role_codes: ['sales'], shop_ids: [] }
  await office.services.people.add(lan, { name: 'Huy', login_name: 'huy', ...place })
  await office.sign_in.enterDemo(null, { role_code: 'director', from })
})
afterAll(() => own.close())

const recover = (login_name: string) =>
  recoverDirector({ now, write: testWrites({ db: own.db, now }) }, login_name)

test('a director gets an invitation that works once; what was before does not work any more', async () => {
  const lost = await office.sign_in.begin(null, { login_name: 'lan', password, from })
  const { name, invite } = await recover(' LAN')
  expect(name).toBe('Lan')
  const { token } = lost
  const code = office.sign_in.verifyCode(null, { token, code: '000000', from })
  await expect(code).rejects.toMatchObject({ code: 'sign_in_expired' })
  const renewed = `${password} mới`
  const accept = () => office.sign_in.acceptInvite(null, { invite, password: renewed })
  expect(await accept()).toEqual({ login_name: 'lan' })
  await expect(accept()).rejects.toMatchObject({ code: 'invite_not_found' })
  const again = await office.sign_in.begin(null, { login_name: 'lan', password: renewed, from })
  expect(again.next).toBe('enrol')
  const used = own.db
    .selectFrom('change_log')
    .selectAll()
    .where('operation', '=', 'command.recover')
  expect(await used.execute()).toContainEqual(
    expect.objectContaining({ actor: 'command', staff_id: null, thing: 'staff', thing_key: '1' }),
  )
})

test('of two invitations only the later one works', async () => {
  const first = await recover('lan')
  const second = await recover('lan')
  const shown = (invite: string) => office.sign_in.invite(null, { invite })
  await expect(shown(first.invite)).rejects.toMatchObject({ code: 'invite_not_found' })
  expect(await shown(second.invite)).toEqual({ name: 'Lan', login_name: 'lan' })
})

test.each(['huy', 'nobody', 'demo-director', '', '<x>'])('%s is no such director', async (name) => {
  await expect(recover(name)).rejects.toThrow(CommandProblem)
})

test('the command prints the link', async () => {
  const said: string[] = []
  const terminal = { url: own.url, screen: process.stdout, say: (text: string) => said.push(text) }
  const settings = { secret_key: 'k'.repeat(40), data_dir: '/nowhere', now }
  await recoverCommand(['lan'], async () => terminal, {
    ...settings,
    inviteUrl: (invite) => `https://shop.example/x?token=${invite}`,
  })
  expect(said.join('\n')).toMatch(/^Lan opens .*\nhttps:\/\/shop\.example\/x\?token=s_/)
  const wrong = recoverCommand([], async () => terminal, { ...settings, inviteUrl: String })
  await expect(wrong).rejects.toThrow('Usage')
})
