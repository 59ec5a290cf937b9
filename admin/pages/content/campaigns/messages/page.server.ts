import { type Act, actsByIntent, type Problem, staffPage } from '#admin/runtime/page.ts'
import {
  messageCampaigns as contract,
  type MessageCampaignRow,
} from '#contracts/staff/offers/message-campaigns.ts'
import { isRefusal } from '#pure/contract.ts'

export interface MessageCampaignsData {
  rows: MessageCampaignRow[]
  do_not_call: { phones: number; added_at: string | null }
  may_change: boolean
}

/** What became of a list of phones. */
export interface AddedPhones {
  added: number
  known: number
  unreadable: number
}

/** /noi-bo/tin-khuyen-mai: messages of offers and their results, and the phones that want none. */
export const page = staffPage<MessageCampaignsData>({
  needs: 'messageCampaigns.campaigns',
  loader: ({ services, actor }) => services.messageCampaigns.campaigns(actor, {}),
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

const acts: Readonly<Record<string, Act>> = {
  add_phones: async ({ services, actor }, fields) => {
    const input = contract.addDoNotCall.input.safeParse(fields)
    if (!input.success) {
      const problem = 'Chưa thêm. Cần ghi nguồn và dán ít nhất một số.'
      return { status: 422, problem, typed: fields }
    }
    return { answer: await services.messageCampaigns.addDoNotCall(actor, input.data) }
  },
}

function problemOf(error: unknown): Problem | null {
  if (!isRefusal(error, contract.addDoNotCall, 'no_phones')) return null
  return { status: error.status, problem: 'Chưa thêm. Không dòng nào là số di động.' }
}
