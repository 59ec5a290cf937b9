import { landingPagePath } from '#admin/addresses/paths.ts'
import { type HistoryEntry, historyOf } from '#admin/pages/changes/history-of.ts'
import {
  type Act,
  actsByIntent,
  type Fields,
  type Problem,
  problemOrThrow,
  staffPage,
  unclear,
} from '#admin/runtime/page.ts'
import {
  landingPages as contract,
  type StoredLanding,
} from '#contracts/staff/offers/landing-pages.ts'
import { mayCall } from '#pure/access.ts'
import { isRefusal } from '#pure/contract.ts'

export interface LandingPageData {
  /** Null: a new one. */
  landing: StoredLanding | null
  may_change: boolean
  history: HistoryEntry[] | null
}

/** /noi-bo/trang-khuyen-mai/:code: a landing page, its blocks, its draft and its history; /moi: a new one. */
export const page = staffPage<LandingPageData>({
  needs: 'landingPages.landingPage',
  loader: async (context) => {
    const { services, actor, params } = context
    const may_change = mayCall(contract.saveLanding, actor)
    const code = params['code'] ?? ''
    if (code === 'moi' && may_change) return { landing: null, may_change, history: null }
    const landing = await services.landingPages.landingPage(actor, { code })
    const history = await historyOf(context, { thing: 'landing_page', thing_key: code })
    return { landing, may_change, history }
  },
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

const acts: Readonly<Record<string, Act>> = {
  save: async ({ services, actor, params }, fields) => {
    const known = params['code'] === 'moi' ? {} : { code: params['code'] }
    const is_active = fields['is_active'] ?? 'false'
    const input = contract.saveLanding.input.safeParse({ ...fields, is_active, ...known })
    if (!input.success) {
      const problem =
        'Chưa lưu. Cần mã, tên và địa chỉ (chữ thường không dấu, số, gạch nối), giờ theo thứ tự.'
      return { status: 422, problem, typed: fields }
    }
    try {
      await services.landingPages.saveLanding(actor, input.data)
      return { location: landingPagePath(input.data.code) }
    } catch (error) {
      return { ...problemOrThrow(problemOf(error), error), typed: fields }
    }
  },
  draft: async ({ services, actor, params }, fields) => {
    const input = contract.saveBlocks.input.safeParse({ ...fields, ...params })
    if (!input.success) return unclear
    return keepBlocks(fields, () => services.landingPages.saveBlocks(actor, input.data))
  },
  publish: async ({ services, actor, params }, fields) => {
    const { version, blocks } = fields
    const input = contract.publishBlocks.input.safeParse({ version, blocks, ...params })
    if (!input.success) return unclear
    return keepBlocks(fields, () => services.landingPages.publishBlocks(actor, input.data))
  },
}

/** Saves blocks. A refusal gives them back: a form that is made anew would show those of somebody else. */
async function keepBlocks(
  { blocks = '', draft_at = '' }: Fields,
  save: () => Promise<unknown>,
): Promise<Problem | null> {
  try {
    await save()
    return null
  } catch (error) {
    return { ...problemOrThrow(problemOf(error), error), typed: { blocks, draft_at } }
  }
}

function problemOf(error: unknown): Problem | null {
  const { saveLanding, saveBlocks } = contract
  if (isRefusal(error, saveLanding, 'times_refused')) {
    const problem =
      'Chưa lưu. Sắp mở bán phải trước bắt đầu; ngày vàng nằm giữa bắt đầu và kết thúc; để trống cả năm ô nếu luôn chạy.'
    return { status: error.status, problem }
  }
  if (isRefusal(error, saveLanding, 'path_taken')) {
    const problem = `Chưa lưu. Địa chỉ /${error.data.path} là của một trang khác.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, saveLanding, 'landing_changed')) {
    const problem =
      'Chưa lưu: trang vừa được người khác sửa. Phần bạn sửa vẫn còn; bấm lưu lần nữa sẽ thay bản của họ.'
    return { status: error.status, problem }
  }
  if (isRefusal(error, saveBlocks, 'blocks_refused')) {
    const { block, field, message } = error.data
    const place = block === 0 ? 'Các khối' : `Khối ${block}`
    const at = field === '' ? '' : `, ô "${field}"`
    return { status: error.status, problem: `Chưa lưu. ${place}${at}: ${message}` }
  }
  return null
}
