import { authProblem } from '#admin/auth/auth-texts.ts'
import type { Theme } from '#admin/auth/theme.ts'
import { type Act, staffPage, unclear } from '#admin/runtime/page.ts'
import { account as contract, type OwnAccount } from '#contracts/staff/account.ts'
import { Refusal } from '#pure/contract.ts'
import { ownValue } from '#web/runtime/read-form.ts'

/** The own account with the look that this browser has chosen. */
export type AccountData = OwnAccount & { theme: Theme }

/** /noi-bo/tai-khoan: the own sessions, wrong sign-ins, passkeys and password. */
export const page = staffPage<AccountData>({
  needs: 'account.own',
  loader: async ({ services, actor, theme = 'system' }) => {
    return { ...(await services.account.own(actor, {})), theme }
  },
  action: async (context, { intent = 'password', ...fields }) => {
    try {
      const act = ownValue(acts, intent)
      return act === undefined ? unclear : await act(context, fields)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, problem: authProblem(error) }
    }
  },
})

const acts: Readonly<Record<string, Act>> = {
  end: async ({ services, actor }, fields) => {
    const input = contract.endSession.input.safeParse(fields)
    if (!input.success) return unclear
    await services.account.endSession(actor, input.data)
    return null
  },
  password: async ({ services, actor }, fields) => {
    const input = contract.changePassword.input.safeParse(fields)
    if (!input.success) return unclear
    await services.account.changePassword(actor, input.data)
    return null
  },
  confirm: async ({ services, actor }, fields) => {
    const input = contract.confirm.input.safeParse(fields)
    if (!input.success) return unclear
    await services.account.confirm(actor, input.data)
    return null
  },
  'add-passkey': async ({ services, actor }, fields) => {
    const input = contract.addPasskey.input.safeParse(fields)
    if (!input.success) return { status: 422, problem: 'Hãy đặt tên cho passkey.' }
    await services.account.addPasskey(actor, input.data)
    return null
  },
  'remove-passkey': async ({ services, actor }, fields) => {
    const input = contract.removePasskey.input.safeParse(fields)
    if (!input.success) return unclear
    await services.account.removePasskey(actor, input.data)
    return null
  },
}
