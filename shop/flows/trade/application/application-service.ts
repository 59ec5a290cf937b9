import { application as contract } from '#contracts/storefront/trade/application.ts'
import type { Caller, Service } from '#pure/contract.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { changeCardPlan } from '#shop/flows/trade/application/change-card-plan.ts'
import { orderByCard } from '#shop/flows/trade/application/order-by-card.ts'
import {
  addPaper,
  provePhone,
  sendPapers,
  withdrawApplication,
} from '#shop/flows/trade/application/papers.ts'
import { saveApplication } from '#shop/flows/trade/application/save-application.ts'
import {
  shownApplication,
  shownApplications,
} from '#shop/flows/trade/application/shown-application.ts'
import { submitApplication } from '#shop/flows/trade/application/submit-application.ts'
import { accessOf } from '#shop/order/record-access.ts'
import { listApplicationsOf } from '#shop/trade/application/application-store.ts'
import { findLender } from '#shop/trade/lender/lender-row-store.ts'

/** Which one a shopper means: that of a link, or their own. */
const meant = (caller: Caller | null, named: { code: string; secret?: string | undefined }) =>
  accessOf(caller, named, () => contract.getApplication.refuse('application_not_found'))

/** Applications for loans (contract §2, decisions 228–230). */
export function applicationService(deps: ApplicationDeps): Service<typeof contract> {
  const { db } = deps
  return {
    applicationForm: async (_caller, { company_id }) => {
      const lender = await findLender(db, company_id)
      if (lender === null || !lender.is_active) {
        throw contract.applicationForm.refuse('company_not_found')
      }
      const { name: company_name, min_age, max_age, asks, relatives, pictures } = lender
      const { approve_minutes, reserve_hours } = lender
      return {
        ...{ company_id, company_name, min_age, max_age, asks, relatives, pictures },
        ...{ approve_minutes, reserve_hours },
      }
    },
    saveApplication: (caller, input) => saveApplication(deps, caller, input),
    addPaper: (caller, input) => addPaper(deps, meant(caller, input), input),
    orderByCard: (caller, input) => orderByCard(deps, caller, input),
    changeCardPlan: (caller, input) => changeCardPlan(deps, caller, input),
    submitApplication: (caller, input) => submitApplication(deps, caller, input),
    getApplication: (caller, input) => shownApplication(deps, meant(caller, input)),
    listApplications: async ({ customer_id }) =>
      shownApplications(deps, await listApplicationsOf(db, customer_id)),
    provePhone: (caller, { phone_secret, ...input }) =>
      provePhone(deps, meant(caller, input), phone_secret),
    sendPapers: (caller, input) => sendPapers(deps, meant(caller, input)),
    withdrawApplication: (caller, input) => withdrawApplication(deps, meant(caller, input)),
  }
}
