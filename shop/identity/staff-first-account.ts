import { staffSignIn as contract } from '#contracts/staff/sign-in.ts'
import type { Service } from '#pure/contract.ts'
import { staffPasswordProblem } from '#shop/identity/password.ts'
import type { StaffSignInDeps } from '#shop/identity/staff-sign-in-deps.ts'
import {
  findDirectors,
  insertStaff,
  lockDirectors,
  replaceRolesAndShops,
} from '#shop/identity/staff-store.ts'
import { director, loginName } from '#shop/identity/staff.ts'

type FirstAccount = Pick<Service<typeof contract>, 'needsFirstAccount' | 'createFirstAccount'>

/** The first account, which the holder of STAFF_TOKEN creates as long as nobody may manage staff. */
export function firstAccount({ db, now, log, hasher, write }: StaffSignInDeps): FirstAccount {
  const { refuse } = contract.createFirstAccount
  return {
    needsFirstAccount: async () => isNeeded(await findDirectors(db)),
    createFirstAccount: async (_caller, { name, login_name: typed, password }) => {
      const login_name = loginName(typed)
      if (login_name === null) throw refuse('login_name_refused', { reason: 'wrong_form' })
      const reason = staffPasswordProblem(password, login_name)
      if (reason !== null) throw refuse('password_refused', { reason })
      const password_hash = await hasher.hash(password)
      if (password_hash === null) throw refuse('too_busy')
      const act = { actor: 'token', operation: 'signIn.createFirstAccount' } as const
      await write(act, async (tx) => {
        if (!isNeeded(await lockDirectors(tx))) throw refuse('account_exists')
        const staff_id = await insertStaff(tx, {
          name,
          login_name,
          password_hash,
          created_at: now(),
        })
        if (staff_id === null) throw refuse('login_name_refused', { reason: 'taken' })
        await replaceRolesAndShops(tx, staff_id, { role_codes: [director], shop_ids: [] })
        log.info({ staff_id }, 'first account of staff created')
      })
      return {}
    },
  }
}

function isNeeded(directors: readonly { is_demo: boolean }[]): boolean {
  return directors.every(({ is_demo }) => is_demo)
}
