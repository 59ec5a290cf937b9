import { draftPath, orderPath } from '#admin/addresses/paths.ts'
import { problemOf as orderProblem } from '#admin/pages/order/page.server.ts'
import { problemOf as draftProblem } from '#admin/pages/orders/draft/draft-problems.ts'
import {
  type Outcome,
  type Problem,
  problemOrThrow,
  type StaffContext,
  staffPage,
  unclear,
} from '#admin/runtime/page.ts'
import { orderGoods as contract, type OrderGoods } from '#contracts/staff/order-changes.ts'
import { mayCall } from '#pure/access.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

export interface GoodsData extends OrderGoods {
  q: string
  /** Whether the reader may make an order of its own for what is added. */
  may_part: boolean
}

/**
 * /noi-bo/don-hang/:code/sua-mon: takes goods off an order and adds others. `bo.{position}` says how many of a line go,
 * `them.{item_id}` how many are added, `tim` what is looked for.
 */
export const page = staffPage<GoodsData>({
  needs: 'orderGoods.goods',
  loader: async ({ services, actor, params, url }) => {
    const fields = Object.fromEntries(url.searchParams)
    const order_code = params['code'] ?? ''
    const { removed, added, q } = contract.goods.input.shape
    const found = q.safeParse(fields['tim'] || undefined).data
    const shown = await services.orderGoods.goods(actor, {
      order_code,
      removed: removed.safeParse(unitsIn(fields, 'bo.')).data,
      added: added.safeParse(unitsIn(fields, 'them.')).data,
      q: found,
    })
    const may_part = mayCall(contract.orderApart, actor)
    return { ...shown, q: found ?? '', may_part }
  },
  action: async (context, fields) => {
    const { services, actor, params } = context
    if (fields['intent'] === 'apart') return openApart(context, fields)
    const order_code = params['code'] ?? ''
    const input = contract.changeGoods.input.safeParse({
      ...fields,
      order_code,
      removed: unitsIn(fields, 'bo.'),
      added: unitsIn(fields, 'them.'),
    })
    if (!input.success) {
      const has_reason = (fields['reason'] ?? '').trim() !== ''
      return has_reason ? unclear : { status: 422, problem: 'Hãy ghi lý do.' }
    }
    try {
      await services.orderGoods.changeGoods(actor, input.data)
      return { location: orderPath(order_code) }
    } catch (error) {
      return problemOrThrow(problemOf(error), error)
    }
  },
})

/** What is added to a paid order that would become dearer is a draft of its own. */
async function openApart(
  { services, actor, params }: StaffContext,
  fields: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const input = contract.orderApart.input.safeParse({
    order_code: params['code'] ?? '',
    version: fields['version'],
    removed: unitsIn(fields, 'bo.'),
    added: unitsIn(fields, 'them.'),
  })
  if (!input.success) return unclear
  try {
    const { draft_id } = await services.orderGoods.orderApart(actor, input.data)
    return { location: draftPath(draft_id) }
  } catch (error) {
    if (isRefusal(error, contract.orderApart, 'not_swappable')) {
      return { status: 409, problem: 'Món bỏ không đổi được sang đơn riêng. Chỉ thêm món thôi.' }
    }
    return problemOrThrow(orderProblem(error) ?? draftProblem(error), error)
  }
}

/** The fields with this prefix as units by what follows it; empty ones are none. */
function unitsIn(fields: Readonly<Record<string, string>>, prefix: string): Record<string, string> {
  const named = Object.entries(fields).filter(([name, value]) => {
    return name.startsWith(prefix) && value !== ''
  })
  return Object.fromEntries(named.map(([name, value]) => [name.slice(prefix.length), value]))
}

function problemOf(error: unknown): Problem | null {
  const { changeGoods } = contract
  if (isRefusal(error, changeGoods, 'total_changed')) {
    const problem = `Tổng mới là ${formatDong(error.data.new_total)}, không phải số vừa xem. Xem lại rồi sửa.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, changeGoods, 'too_few_free')) {
    const { name, left } = error.data
    const problem = `${name} chỉ còn ${left} chiếc chưa ai giữ. Thêm ít hơn hoặc chọn món khác.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, changeGoods, 'item_not_sold')) {
    const problem = `${error.data.name} không bán, hoặc chưa mở bán. Chọn món khác.`
    return { status: error.status, problem }
  }
  const found = (
    [
      'cod_refused',
      'paid_total_grows',
      'money_underway',
      'all_goods',
      'combo_stays',
      'nothing_to_change',
    ] as const
  ).find((code) => isRefusal(error, changeGoods, code))
  return found === undefined ? orderProblem(error) : { status: 409, problem: texts[found] }
}

const texts = {
  cod_refused:
    'Theo quy tắc COD, đơn không được thêm tới tổng này. Lập đơn mới trả trước cho phần thêm.',
  paid_total_grows: 'Đơn đã trả tiền nên tổng không tăng được. Lập đơn riêng cho món thêm.',
  money_underway: 'Khách đang trả online, hoặc có khoản tiền chờ đối soát. Chờ xong rồi sửa món.',
  all_goods: 'Bỏ hết món thì hãy hủy đơn.',
  combo_stays: 'Bỏ món mua kèm giá combo trước.',
  nothing_to_change: 'Ghi số lượng cần bỏ hoặc thêm ở ít nhất một món.',
} as const
