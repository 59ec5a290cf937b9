import { staffSignIn as contract } from '#contracts/staff/sign-in.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Database, Tx } from '#db/schema.ts'
import { CommandProblem } from '#platform/processes/command-problem.ts'
import type { Service } from '#pure/contract.ts'
import type { StaffId } from '#pure/ids.ts'
import { tokenHash } from '#shop/identity/session.ts'
import { insertSession } from '#shop/identity/staff-session-store.ts'
import type { StaffSignInDeps } from '#shop/identity/staff-sign-in-deps.ts'
import {
  countDemoAccounts,
  findByLoginName,
  findRoles,
  findSomeShops,
  insertStaff,
  joinShopOfOrders,
  lockDirectors,
  replaceRolesAndShops,
  type RoleRow,
} from '#shop/identity/staff-store.ts'
import { after, newStaffToken, session_life_s, shortDevice } from '#shop/identity/staff.ts'

type DemoEntry = Pick<Service<typeof contract>, 'demoRoles' | 'enterDemo'>

/** In how many shops a demo account works. */
const demo_shops = 2

/** In a demo shop anybody enters as the demo account of a role. It has no password and no second step. */
export function demoEntry({ db, now, mode }: StaffSignInDeps): DemoEntry {
  const roles = async () => (mode === 'demo' ? findRoles(db) : [])
  return {
    demoRoles: roles,
    enterDemo: async (_caller, { role_code, from }) => {
      const role = (await roles()).find((one) => one.role_code === role_code)
      if (role === undefined) throw contract.enterDemo.refuse('role_not_found')
      const at = now()
      const token = newStaffToken()
      await transaction(db, async (tx) => {
        const staff_id = await demoAccount(tx, role, at)
        if (staff_id === null) throw contract.enterDemo.refuse('role_not_found')
        await insertSession(tx, {
          token_hash: tokenHash(token),
          staff_id,
          now: at,
          address: from.address,
          device: shortDevice(from.device),
          expires_at: after(at, session_life_s),
          is_verified: true,
        })
      })
      return { token, expires_in: session_life_s, has_failed_logins: false }
    },
  }
}

/** A live shop must not have accounts that anybody may enter: it does not start. */
export async function requireNoDemoAccounts(db: Database): Promise<void> {
  if ((await countDemoAccounts(db)) === 0) return
  throw new CommandProblem(
    'SHOP_MODE=live: the database has staff accounts of the demo, which anybody could enter. Lock them: ' +
      'update staff set locked_at = now() where is_demo',
  )
}

/** The demo account of a role, created when it is first entered. Null if it was locked. */
async function demoAccount(tx: Tx, role: RoleRow, created_at: Date): Promise<StaffId | null> {
  const login_name = `demo-${role.role_code.replaceAll('_', '-')}`
  const known = await findByLoginName(tx, login_name)
  if (known !== null) {
    if (!known.is_demo || known.locked_at !== null) return null
    await joinShopOfOrders(tx, known.staff_id)
    return known.staff_id
  }
  await lockDirectors(tx)
  const name = `${role.name} (demo)`
  const account = { name, login_name, password_hash: null, is_demo: true, created_at }
  const staff_id = await insertStaff(tx, account)
  // Another request has created it meanwhile, with its roles.
  if (staff_id === null) return (await findByLoginName(tx, login_name))?.staff_id ?? null
  const shop_ids = await findSomeShops(tx, demo_shops)
  await replaceRolesAndShops(tx, staff_id, { role_codes: [role.role_code], shop_ids })
  await joinShopOfOrders(tx, staff_id)
  return staff_id
}
