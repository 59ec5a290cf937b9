import { flashSalePath } from '#admin/addresses/paths.ts'
import { type HistoryEntry, historyOf } from '#admin/pages/changes/history-of.ts'
import {
  itemProblemsText,
  window_problems,
} from '#admin/pages/loyalty/flash-sales/flash-sale-texts.ts'
import {
  type Act,
  actsByIntent,
  type Problem,
  problemOrThrow,
  staffPage,
  unclear,
} from '#admin/runtime/page.ts'
import { type FlashSale, flashSales as contract } from '#contracts/staff/offers/flash-sales.ts'
import { mayCall } from '#pure/access.ts'
import { isRefusal } from '#pure/contract.ts'
import { vietnamClock } from '#pure/vietnam-time.ts'

/** The fields of the form, as they are typed. */
export interface SaleForm {
  name: string
  starts_at: string
  ends_at: string
  per_customer: number
  pay_within_min: number
  is_online_only: boolean
  needs_member: boolean
  items: string
}

export interface FlashSaleData {
  /** Null: a new one. */
  sale: FlashSale | null
  /** Null: it cannot be changed by the reader now. */
  form: SaleForm | null
  may_copy: boolean
  history: HistoryEntry[] | null
}

/** /noi-bo/flash-sale/:flash_sale_id: one window of a flash sale; /moi: a new one, or a copy of another (?chep=). */
export const page = staffPage<FlashSaleData>({
  needs: 'flashSales.flashSale',
  loader: async (context) => {
    const { services, actor, params, url } = context
    const may_copy = mayCall(contract.saveFlashSale, actor)
    const code = params['flash_sale_id'] ?? ''
    if (code === 'moi' && may_copy) {
      const copied = url.searchParams.get('chep')
      if (copied === null) return { sale: null, form: blank, may_copy, history: null }
      const from = await services.flashSales.flashSale(actor, { flash_sale_id: idOf(copied) })
      const form = { ...formOf(from), starts_at: '', ends_at: '' }
      return { sale: null, form, may_copy, history: null }
    }
    const sale = await services.flashSales.flashSale(actor, { flash_sale_id: idOf(code) })
    const history = await historyOf(context, {
      ...{ thing: 'flash_sale', thing_key: String(sale.flash_sale_id) },
    })
    return { sale, form: sale.moves.includes('save') ? formOf(sale) : null, may_copy, history }
  },
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

const blank: SaleForm = {
  ...{ name: '', starts_at: '', ends_at: '', items: '' },
  ...{ per_customer: 1, pay_within_min: 15, is_online_only: true, needs_member: false },
}

const acts: Readonly<Record<string, Act>> = {
  save: async ({ services, actor, params }, { version, ...fields }) => {
    const id = params['flash_sale_id'] ?? ''
    const known = id === 'moi' ? {} : { flash_sale_id: id, version }
    const { is_online_only = 'false', needs_member = 'false' } = fields
    const typed = { ...fields, is_online_only, needs_member, ...known }
    const input = contract.saveFlashSale.input.safeParse(typed)
    if (!input.success) {
      const problem =
        'Chưa lưu. Cần tên, giờ bắt đầu và kết thúc; mỗi khách 1–99, giữ suất 1–1.440 phút.'
      return { status: 422, problem, typed: fields }
    }
    try {
      const { flash_sale_id } = await services.flashSales.saveFlashSale(actor, input.data)
      return { location: flashSalePath(flash_sale_id) }
    } catch (error) {
      return { ...problemOrThrow(problemOf(error), error), typed: fields }
    }
  },
  approve: async ({ services, actor, params }, { version }) => {
    const input = contract.approveFlashSale.input.safeParse({ ...params, version })
    if (!input.success) return unclear
    await services.flashSales.approveFlashSale(actor, input.data)
    return null
  },
  stop: async ({ services, actor, params }, { version }) => {
    const input = contract.stopFlashSale.input.safeParse({ ...params, version })
    if (!input.success) return unclear
    await services.flashSales.stopFlashSale(actor, input.data)
    return null
  },
}

function problemOf(error: unknown): Problem | null {
  const { saveFlashSale, approveFlashSale } = contract
  if (isRefusal(error, saveFlashSale, 'window_refused')) {
    return { status: error.status, problem: `Chưa lưu. ${window_problems[error.data.reason]}` }
  }
  if (isRefusal(error, saveFlashSale, 'items_refused')) {
    return { status: error.status, problem: itemProblemsText(error.data.problems) }
  }
  if (isRefusal(error, saveFlashSale, 'flash_sale_changed')) {
    const problem =
      'Khung giờ vừa được người khác sửa, duyệt hoặc dừng. Tải lại trang rồi làm tiếp.'
    return { status: error.status, problem }
  }
  if (isRefusal(error, approveFlashSale, 'own_flash_sale')) {
    return { status: error.status, problem: 'Bạn sửa khung giờ này sau cùng nên người khác duyệt.' }
  }
  if (isRefusal(error, approveFlashSale, 'items_in_other_sale')) {
    const skus = error.data.skus.join(', ')
    const problem = `Chưa duyệt. Khung giờ khác cùng lúc đã có: ${skus}. Dừng khung kia hoặc bỏ các món này.`
    return { status: error.status, problem }
  }
  return null
}

function formOf(sale: FlashSale): SaleForm {
  const { name, per_customer, pay_within_min, is_online_only, needs_member } = sale
  const local = (time: string) => vietnamClock(new Date(time)).slice(0, 16)
  return {
    ...{ name, per_customer, pay_within_min, is_online_only, needs_member },
    starts_at: local(sale.starts_at),
    ends_at: local(sale.ends_at),
    items: sale.items.map(({ sku, price, slots }) => `${sku} ${price} ${slots ?? ''}`).join('\n'),
  }
}

/** A number that no flash sale has if the address names none. */
function idOf(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER
}
