import { staffPage, unclear } from '#admin/runtime/page.ts'
import { outbox as contract, type OutboxMessage } from '#contracts/staff/outbox.ts'
import { isRefusal } from '#pure/contract.ts'

export interface OutboxData {
  messages: OutboxMessage[]
  is_demo: boolean
  shop_url: string
}

/** /noi-bo/hop-thu: e-mails and SMS to shoppers, newest first. */
export const page = staffPage<OutboxData>({
  needs: 'outbox.messages',
  loader: async ({ services, actor, url, is_demo }) => {
    const input = contract.messages.input.safeParse(Object.fromEntries(url.searchParams))
    const messages = await services.outbox.messages(actor, input.data ?? {})
    return { messages, is_demo, shop_url: url.origin }
  },
  action: async ({ services, actor }, fields) => {
    const input = contract.sendAgain.input.safeParse(fields)
    if (!input.success) return unclear
    try {
      await services.outbox.sendAgain(actor, input.data)
      return null
    } catch (error) {
      if (!isRefusal(error, contract.sendAgain, 'message_not_found')) throw error
      return { status: error.status, problem: 'Tin này đã được gửi lại, hoặc không còn.' }
    }
  },
})
