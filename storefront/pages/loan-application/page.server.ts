import {
  type Application,
  application as contract,
} from '#contracts/storefront/trade/application.ts'
import { isRefusal } from '#pure/contract.ts'
import { applicationUrl } from '#storefront/addresses/loan.ts'
import { pictureProblemText } from '#storefront/commerce/pictures/picture-problems.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface ApplicationData {
  application: Application
  /** It was opened by its link, perhaps not by its owner. */
  is_linked: boolean
  asks_to_withdraw: boolean
  picture_problem: string | null
  /** The key of the message to the phone; null: none is needed. */
  phone_secret: string | null
}

/**
 * /ho-so-tra-gop?code=&key=: the caller's own application, or that of a link in any browser. A foreign code, an unknown
 * code and a wrong key all answer 404.
 */
export const page = personalPage<ApplicationData>({
  loader: async ({ services, caller, url }) => {
    const query = url.searchParams
    const input = contract.getApplication.input.safeParse({
      code: query.get('code') ?? '',
      secret: query.get('key') ?? undefined,
    })
    if (!input.success) return notFound
    const is_linked = input.data.secret !== undefined
    try {
      const application = await services.application.getApplication(
        is_linked ? null : caller,
        input.data,
      )
      const problem = query.get('loi')
      return {
        ...{ application, is_linked },
        asks_to_withdraw: application.may_withdraw && query.has('rut'),
        picture_problem: problem === null ? null : pictureProblemText(problem),
        phone_secret: application.held_if_proven === null ? null : query.get('so'),
      }
    } catch (error) {
      if (isRefusal(error, contract.getApplication, 'application_not_found')) return notFound
      throw error
    }
  },
  actions: {
    'send-papers': async (context, form) =>
      change(context, readForm(contract.sendPapers.input, form), 'sendPapers'),
    'prove-phone': async (context, form) =>
      change(context, readForm(contract.provePhone.input, form), 'provePhone'),
    withdraw: async (context, form) =>
      change(context, readForm(contract.withdrawApplication.input, form), 'withdrawApplication'),
  },
})

/** Changes the application, for its owner or for anybody with its link (`secret` in the form). */
async function change(
  { services, caller }: PersonalContext,
  input: { code: string; secret?: string | undefined; phone_secret?: string },
  operation: 'sendPapers' | 'withdrawApplication' | 'provePhone',
) {
  const { secret, phone_secret = '' } = input
  const asker = secret === undefined ? caller : null
  const { code } = await services.application[operation](asker, { ...input, phone_secret })
  return { redirect: applicationUrl(code, secret) }
}
