import { repairTicket as contract, type RepairTicket } from '#contracts/storefront/repair-ticket.ts'
import { Refusal } from '#pure/contract.ts'
import { ticketUrl } from '#storefront/addresses/booking-links.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface RepairTicketData {
  ticket: RepairTicket
  /** It was opened by its link, perhaps not by its owner. */
  is_linked: boolean
  /** The customer pressed "Từ chối" and is asked to confirm. */
  asks_to_refuse: boolean
}

/**
 * /phieu-sua-chua?ma=&key=: a device in repair, of the caller or of a link in any browser. A foreign code, an unknown
 * one and a wrong key all answer 404.
 */
export const page = personalPage<RepairTicketData>({
  loader: async ({ services, caller, url: { searchParams } }) => {
    const input = contract.getTicket.input.safeParse({
      code: searchParams.get('ma') ?? '',
      secret: searchParams.get('key') ?? undefined,
    })
    if (!input.success) return notFound
    const is_linked = input.data.secret !== undefined
    try {
      const ticket = await services.repairTicket.getTicket(is_linked ? null : caller, input.data)
      const asks_to_refuse = ticket.state === 'quoted' && searchParams.has('tu-choi')
      return { ticket, is_linked, asks_to_refuse }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'ticket_not_found') return notFound
      throw error
    }
  },
  actions: { approve: answer('approveQuote'), refuse: answer('refuseQuote') },
})

/** Answers the quote, for the owner or for anybody with the link (`secret` in the form). */
function answer(name: 'approveQuote' | 'refuseQuote') {
  return async ({ services, caller }: PersonalContext, form: FormData) => {
    const input = readForm(contract[name].input, form)
    const { secret } = input
    const asker = secret === undefined ? caller : null
    const { code } = await services.repairTicket[name](asker, input)
    return { redirect: ticketUrl(code, secret) }
  }
}
