import { authProblem } from '#admin/auth/auth-texts.ts'
import type { Theme } from '#admin/auth/theme.ts'
import { staffPage, unclear } from '#admin/runtime/page.ts'
import { account as contract, type OwnAccount } from '#contracts/staff/account.ts'
import { Refusal } from '#pure/contract.ts'

/** The own account with the look that this browser has chosen. */
export type AccountData = OwnAccount & { theme: Theme }

/** /noi-bo/tai-khoan: the own sessions, wrong sign-ins and password. */
export const page = staffPage<AccountData>({
  loader: async ({ services, actor, theme = 'system' }) => {
    return { ...(await services.account.own(actor, {})), theme }
  },
  action: async ({ services, actor }, { intent, ...fields }) => {
    try {
      if (intent === 'end') {
        const input = contract.endSession.input.safeParse(fields)
        if (!input.success) return unclear
        await services.account.endSession(actor, input.data)
        return null
      }
      const input = contract.changePassword.input.safeParse(fields)
      if (!input.success) return unclear
      await services.account.changePassword(actor, input.data)
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, problem: authProblem(error) }
    }
  },
})
