import {
  type Act,
  actsByIntent,
  type Problem,
  problemOrThrow,
  staffPage,
  unclear,
} from '#admin/runtime/page.ts'
import { type RedirectRow, redirectRules as contract } from '#contracts/staff/offers/redirects.ts'
import { isRefusal } from '#pure/contract.ts'

export interface RedirectsData {
  rows: RedirectRow[]
  may_change: boolean
  /** The rule that is open to be changed. */
  open: RedirectRow | null
}

/** /noi-bo/chuyen-huong: where old addresses lead. `sua` names the rule that is being changed. */
export const page = staffPage<RedirectsData>({
  needs: 'redirectRules.redirects',
  loader: async ({ services, actor, url }) => {
    const { rows, may_change } = await services.redirectRules.redirects(actor, {})
    const open = rows.find(({ path }) => path === url.searchParams.get('sua')) ?? null
    return { rows, may_change, open: may_change ? open : null }
  },
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

const acts: Readonly<Record<string, Act>> = {
  save: async ({ services, actor }, fields) => {
    const { is_prefix = 'false', is_external = 'false', is_active = 'false' } = fields
    const typed = { ...fields, is_prefix, is_external, is_active }
    const input = contract.saveRedirect.input.safeParse(typed)
    if (!input.success) {
      const problem = 'Chưa lưu. Đường dẫn cũ bắt đầu bằng /, không có ? hay #; cần chỗ đến.'
      return { status: 422, problem, typed: fields }
    }
    try {
      await services.redirectRules.saveRedirect(actor, input.data)
      return { location: '/noi-bo/chuyen-huong' }
    } catch (error) {
      return { ...problemOrThrow(problemOf(error), error), typed: fields }
    }
  },
  remove: async ({ services, actor }, { path, version }) => {
    const input = contract.removeRedirect.input.safeParse({ path, version })
    if (!input.success) return unclear
    await services.redirectRules.removeRedirect(actor, input.data)
    return { location: '/noi-bo/chuyen-huong' }
  },
}

const reasons = {
  reserved: 'Đường dẫn này là của trang có sẵn (giỏ hàng, tài khoản, trang nội bộ…).',
  target: 'Chỗ đến là đường dẫn của cửa hàng (/dien-thoai) hoặc địa chỉ đầy đủ https://…',
  off_site: 'Chỗ đến ở trang web khác: đánh dấu "Cho phép sang trang web khác" nếu đúng ý bạn.',
  chain: 'Chỗ đến lại được chuyển tiếp bởi một quy tắc khác. Hãy trỏ thẳng đến trang cuối.',
} as const

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.saveRedirect, 'redirect_refused')) {
    return { status: error.status, problem: `Chưa lưu. ${reasons[error.data.reason]}` }
  }
  if (isRefusal(error, contract.saveRedirect, 'redirect_changed')) {
    const problem = 'Quy tắc vừa được người khác sửa hoặc đã có. Tải lại trang rồi làm tiếp.'
    return { status: error.status, problem }
  }
  return null
}
