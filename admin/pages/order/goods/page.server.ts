import { orderPath } from '#admin/addresses/paths.ts'
import { problemOf as orderProblem } from '#admin/pages/order/page.server.ts'
import { type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { orderGoods as contract, type OrderGoods } from '#contracts/staff/order-changes.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

export interface GoodsData extends OrderGoods {
  q: string
}

/**
 * /noi-bo/don-hang/:code/sua-mon: takes goods off an order and adds others. `bo.{position}` says how many of a line go,
 * `them.{item_id}` how many are added, `tim` what is looked for.
 */
export const page = staffPage<GoodsData>({
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
    return { ...shown, q: found ?? '' }
  },
  action: async ({ services, actor, params }, fields) => {
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
      const problem = problemOf(error)
      if (problem === null) throw error
      return problem
    }
  },
})

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
  paid_total_grows:
    'Đơn đã trả tiền nên tổng không tăng được. Lập đơn mới cho phần thêm, gửi link cho khách trả.',
  money_underway: 'Khách đang trả online, hoặc có khoản tiền chờ đối soát. Chờ xong rồi sửa món.',
  all_goods: 'Bỏ hết món thì hãy hủy đơn.',
  combo_stays: 'Bỏ món mua kèm giá combo trước.',
  nothing_to_change: 'Ghi số lượng cần bỏ hoặc thêm ở ít nhất một món.',
} as const
