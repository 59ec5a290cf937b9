import { staffPage } from '#admin/runtime/page.ts'
import { outbox as contract, type OutboxMessage } from '#contracts/staff/outbox.ts'
import { isRefusal } from '#pure/contract.ts'

export interface OutboxData {
  messages: OutboxMessage[]
  is_demo: boolean
}

/** /noi-bo/hop-thu: mails and short messages to shoppers, newest first. */
export const page = staffPage<OutboxData>({
  loader: async ({ services, actor, url, is_demo }) => {
    const input = contract.messages.input.safeParse(Object.fromEntries(url.searchParams))
    return { messages: await services.outbox.messages(actor, input.data ?? {}), is_demo }
  },
  // One that is on its way already needs nothing: the page shows how it stands now.
  action: async ({ services, actor }, fields) => {
    const input = contract.sendAgain.input.safeParse(fields)
    if (!input.success) return null
    try {
      await services.outbox.sendAgain(actor, input.data)
    } catch (error) {
      if (!isRefusal(error, contract.sendAgain, 'message_not_found')) throw error
    }
    return null
  },
})
