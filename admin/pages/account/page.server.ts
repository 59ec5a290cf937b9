import { authProblem } from '#admin/auth/auth-texts.ts'
import { staffPage, unclear } from '#admin/runtime/page.ts'
import { account as contract, type OwnAccount } from '#contracts/staff/account.ts'
import { Refusal } from '#pure/contract.ts'

/** /noi-bo/tai-khoan: the own sessions, wrong sign-ins and password. */
export const page = staffPage<OwnAccount>({
  loader: ({ services, actor }) => services.account.own(actor, {}),
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
