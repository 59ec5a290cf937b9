import { bulkJobPath } from '#admin/addresses/paths.ts'
import { type Outcome, type StaffContext, staffPage, unclear } from '#admin/runtime/page.ts'
import { bulk as contract, BulkAction, type BulkPreview } from '#contracts/staff/orders/bulk.ts'
import { wrongTag } from '#admin/pages/order/tags/page.server.ts'
import { isRefusal } from '#pure/contract.ts'

export interface BulkData extends BulkPreview {
  /** The query of the list, if all that match were chosen. */
  query: string | null
  page: number
  /** Of the form on this page: sent twice, it makes one job. */
  form_key: string
  /** Whom the orders can be assigned to. */
  assignees: { staff_id: number; name: string }[]
  /** Tags that orders have. */
  tags: string[]
  /** The shop that was chosen, and the orders that were, if not all that match. */
  shop_id: string
  codes: string[]
}

/** /noi-bo/don-hang/hang-loat: what will happen to chosen orders; the form starts the job. */
export const page = staffPage<BulkData>({
  needs: 'bulk.preview',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const action = BulkAction.safeParse(searchParams.get('action')).data ?? 'confirm'
    const query = searchParams.has('all') ? (searchParams.get('query') ?? '') : null
    const chosen =
      query === null
        ? { order_codes: [...new Set(searchParams.getAll('code'))].slice(0, 50) }
        : { query }
    const shop_id = searchParams.get('shop_id') || undefined
    const input = { action, ...chosen, shop_id, page: searchParams.get('page') ?? 1 }
    const parsed = contract.preview.input.safeParse(input).data
    const asked = parsed ?? contract.preview.input.parse({ action })
    const preview = await services.bulk.preview(actor, asked)
    const is_assigning = action === 'assign' && (preview.plans.will ?? 0) > 0
    const assignees = is_assigning ? await services.orders.assignees(actor, {}) : []
    const is_tagging = action === 'tag' || action === 'untag'
    const { tags } = is_tagging ? await services.orderTags.known(actor, {}) : { tags: [] }
    const about = { query, page: asked.page, form_key: crypto.randomUUID() }
    return {
      ...{ ...preview, ...about, tags, assignees },
      shop_id: String(asked.shop_id ?? ''),
      codes: asked.order_codes,
    }
  },
  action: async (context, { action, seen = '', ...fields }) => {
    // "DH261120-7K3M9QXZ:2 …": each order with the version that was shown.
    const orders = seen.split(' ').flatMap((text) => {
      const [order_code = '', version = ''] = text.split(':')
      return order_code === '' ? [] : [{ order_code, version }]
    })
    const chosen = fields['query'] === undefined ? { ...fields, orders } : fields
    try {
      return await start(context, BulkAction.safeParse(action).data, chosen)
    } catch (error) {
      const { startAssign } = contract
      if (isRefusal(error, startAssign, 'nothing_to_do')) {
        return { status: 409, problem: 'Không đơn nào làm được việc này nữa.' }
      }
      if (isRefusal(error, startAssign, 'too_many_orders')) {
        return { status: 409, problem: 'Mỗi lần nhiều nhất 5.000 đơn. Hãy lọc hẹp hơn.' }
      }
      if (isRefusal(error, startAssign, 'more_orders_match')) {
        const problem = `Vừa có thêm đơn khớp bộ lọc (${error.data.count} đơn). Hãy xem lại rồi bấm lần nữa.`
        return { status: 409, problem }
      }
      if (isRefusal(error, contract.startMoveShop, 'shop_not_found')) {
        return { status: 404, problem: 'Không chọn được cửa hàng này. Chọn cửa hàng khác.' }
      }
      if (!isRefusal(error, startAssign, 'staff_not_found')) throw error
      return { status: 404, problem: 'Không giao được cho người này. Hãy chọn người khác.' }
    }
  },
})

async function start(
  { services: { bulk }, actor }: StaffContext,
  action: BulkAction | undefined,
  fields: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  const onward = ({ bulk_job_id }: { bulk_job_id: number }) => ({
    location: bulkJobPath(bulk_job_id),
  })
  switch (action) {
    case 'confirm': {
      const input = contract.startConfirm.input.safeParse(fields)
      return input.success ? onward(await bulk.startConfirm(actor, input.data)) : unclear
    }
    case 'cancel': {
      const input = contract.startCancel.input.safeParse(fields)
      if (!input.success) return { status: 422, problem: 'Hãy chọn lý do hủy.' }
      return onward(await bulk.startCancel(actor, input.data))
    }
    case 'assign': {
      const input = contract.startAssign.input.safeParse(fields)
      return input.success ? onward(await bulk.startAssign(actor, input.data)) : unclear
    }
    case 'tag':
    case 'untag': {
      const input = contract.startTag.input.safeParse(fields)
      if (!input.success) return wrongTag(input.error)
      const starts = action === 'tag' ? bulk.startTag : bulk.startUntag
      return onward(await starts(actor, input.data))
    }
    case 'move_shop': {
      const input = contract.startMoveShop.input.safeParse(fields)
      if (!input.success) return { status: 422, problem: 'Hãy chọn cửa hàng và ghi lý do.' }
      return onward(await bulk.startMoveShop(actor, input.data))
    }
    case undefined:
      return unclear
  }
}
