import {
  type LookedUpOrder,
  lookup,
  type Ticket,
  type Warranty,
} from '#contracts/storefront/lookup.ts'
import { Refusal } from '#pure/contract.ts'
import { type LookupTab, lookup_tabs } from '#storefront/addresses/account-links.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface LookupData {
  tab: LookupTab
  /** The code of a link in a message. */
  code: string
}

/** What a form of the page found. `own_url`: the page of the order, for the browser that ordered. */
export type LookupFound =
  | { kind: 'order'; order: LookedUpOrder; own_url: string | null }
  | { kind: 'warranties'; warranties: Warranty[] }
  | { kind: 'ticket'; ticket: Ticket }

/** /tracuu: orders, warranties and tickets for whoever has the code and the phone (decision 200). */
export const page = personalPage<LookupData>({
  loader: async ({ url }) => ({
    tab: lookup_tabs.find((tab) => tab === url.searchParams.get('loai')) ?? 'don-hang',
    code: (url.searchParams.get('ma') ?? '').slice(0, 40),
  }),
  actions: {
    order: async (context, form) => {
      const { services, caller } = context
      const order = await services.lookup.lookUpOrder(
        caller,
        readForm(lookup.lookUpOrder.input, form),
      )
      return found({ kind: 'order', order, own_url: await ownUrl(context, order.code) })
    },
    device: async ({ services, caller }, form) => {
      const input = readForm(lookup.lookUpDevice.input, form)
      const warranties = await services.lookup.lookUpDevice(caller, input)
      return found({ kind: 'warranties', warranties })
    },
    warranties: async ({ services, caller }, form) => {
      const input = readForm(lookup.lookUpWarranties.input, form)
      const warranties = await services.lookup.lookUpWarranties(caller, input)
      return found({ kind: 'warranties', warranties })
    },
    ticket: async ({ services, caller }, form) => {
      const input = readForm(lookup.lookUpTicket.input, form)
      return found({ kind: 'ticket', ticket: await services.lookup.lookUpTicket(caller, input) })
    },
  },
})

function found(result: LookupFound) {
  return { data: { found: result } }
}

/** The order's page, if the order is the caller's own. Everybody else needs its link (decision 047). */
async function ownUrl({ services, caller }: PersonalContext, code: string): Promise<string | null> {
  try {
    const { payment_method } = await services.order.getOrder(caller, { code })
    return successUrl(payment_method ?? 'cod', code)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'order_not_found') return null
    throw error
  }
}
