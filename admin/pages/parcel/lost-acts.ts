import { orderPath } from '#admin/addresses/paths.ts'
import { type Act, type Problem, unclear } from '#admin/runtime/page.ts'
import { lostParcels as contract } from '#contracts/staff/orders/lost-parcels.ts'
import { isRefusal } from '#pure/contract.ts'

/** What staff decide about a lost parcel. Its order shows what became of it. */
export const lost_acts: Readonly<Record<string, Act>> = {
  send_again: async ({ services, actor }, fields) => {
    const input = contract.sendGoodsAgain.input.safeParse(fields)
    if (!input.success) return unclear
    const { order_code } = await services.lostParcels.sendGoodsAgain(actor, input.data)
    return { location: orderPath(order_code) }
  },
  write_off: async ({ services, actor }, fields) => {
    const input = contract.writeOff.input.safeParse(fields)
    if (!input.success) return { status: 422, problem: 'Hãy ghi lý do không gửi lại.' }
    const { order_code } = await services.lostParcels.writeOff(actor, input.data)
    return { location: orderPath(order_code) }
  },
}

/** The words for a refusal of these; null for any other error. */
export function problemOfLoss(error: unknown): Problem | null {
  if (isRefusal(error, contract.sendGoodsAgain, 'goods_not_free')) {
    return { status: 409, problem: 'Không gửi lại được: các cửa hàng vừa hết món này.' }
  }
  if (isRefusal(error, contract.writeOff, 'already_asked')) {
    return { status: 409, problem: 'Đã có người đề nghị, đang chờ duyệt hoàn tiền.' }
  }
  const is_decided =
    isRefusal(error, contract.writeOff, 'not_lost') ||
    isRefusal(error, contract.writeOff, 'parcel_changed')
  if (is_decided) {
    return { status: 409, problem: 'Có người vừa xử lý vận đơn này. Xem diễn biến bên dưới.' }
  }
  return null
}
