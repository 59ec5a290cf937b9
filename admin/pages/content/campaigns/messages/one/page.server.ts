import { messageCampaignPath } from '#admin/addresses/campaign-paths.ts'
import { type HistoryEntry, historyOf } from '#admin/pages/changes/history-of.ts'
import {
  type Act,
  actsByIntent,
  type Problem,
  problemOrThrow,
  staffPage,
  unclear,
} from '#admin/runtime/page.ts'
import {
  messageCampaigns as contract,
  type StoredCampaign,
} from '#contracts/staff/offers/message-campaigns.ts'
import { mayCall } from '#pure/access.ts'
import { isRefusal } from '#pure/contract.ts'

export interface MessageCampaignData {
  /** Null: a new one. */
  campaign: StoredCampaign | null
  tiers: { code: string; name: string }[]
  history: HistoryEntry[] | null
}

/** /noi-bo/tin-khuyen-mai/:campaign_id: a message of offers, whom it reaches and what became of it; /moi: a new one. */
export const page = staffPage<MessageCampaignData>({
  needs: 'messageCampaigns.campaign',
  loader: async (context) => {
    const { services, actor, params } = context
    const id = params['campaign_id'] ?? ''
    const tiers = await services.messageCampaigns.tiers(actor, {})
    if (id === 'moi' && mayCall(contract.saveCampaign, actor)) {
      return { campaign: null, tiers, history: null }
    }
    const campaign = await services.messageCampaigns.campaign(actor, { campaign_id: idOf(id) })
    const history = await historyOf(context, {
      ...{ thing: 'message_campaign', thing_key: String(campaign.campaign_id) },
    })
    return { campaign, tiers, history }
  },
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

/** What is no number is the number of no campaign. */
function idOf(text: string): number {
  return (
    contract.campaign.input.safeParse({ campaign_id: text }).data?.campaign_id ??
    9_007_199_254_740_991
  )
}

const save: Act = async ({ services, actor, params }, fields) => {
  const known = params['campaign_id'] === 'moi' ? 0 : params['campaign_id']
  const input = contract.saveCampaign.input.safeParse({ ...fields, campaign_id: known })
  if (!input.success) {
    const problem =
      'Chưa lưu. Cần tên, tiêu đề, nội dung, chữ trên nút, đường dẫn bắt đầu bằng / và giờ gửi.'
    return { status: 422, problem, typed: fields }
  }
  try {
    const { campaign_id } = await services.messageCampaigns.saveCampaign(actor, input.data)
    return { location: messageCampaignPath(campaign_id) }
  } catch (error) {
    return { ...problemOrThrow(problemOf(error), error), typed: fields }
  }
}

const operations = {
  ask: 'askCampaign',
  approve: 'approveCampaign',
  return: 'returnCampaign',
  pause: 'pauseCampaign',
  resume: 'resumeCampaign',
  stop: 'stopCampaign',
} as const

const moves = Object.entries(operations).map(([intent, name]): [string, Act] => [
  intent,
  async ({ services, actor, params }, { version }) => {
    const input = contract.askCampaign.input.safeParse({ ...params, version })
    if (!input.success) return unclear
    await services.messageCampaigns[name](actor, input.data)
    return null
  },
])

const acts: Readonly<Record<string, Act>> = { save, ...Object.fromEntries(moves) }

function problemOf(error: unknown): Problem | null {
  const { saveCampaign, approveCampaign } = contract
  if (isRefusal(error, saveCampaign, 'times_refused')) {
    return { status: error.status, problem: 'Chưa lưu. Giờ cuối phải sau giờ đầu.' }
  }
  if (isRefusal(error, saveCampaign, 'zalo_template_needed')) {
    return { status: error.status, problem: 'Chưa lưu. Cần mã mẫu tin mà Zalo đã duyệt.' }
  }
  if (isRefusal(error, approveCampaign, 'own_campaign')) {
    return { status: error.status, problem: 'Người soạn không tự duyệt tin của mình.' }
  }
  if (isRefusal(error, saveCampaign, 'campaign_fixed')) {
    return { status: error.status, problem: 'Tin đã sang bước khác, không làm được việc này nữa.' }
  }
  if (isRefusal(error, saveCampaign, 'campaign_changed')) {
    const problem = 'Tin vừa được người khác sửa. Tải lại trang rồi làm tiếp.'
    return { status: error.status, problem }
  }
  return null
}
