import type {
  CarrierNews,
  OpenRequest,
  ParcelEvent,
  ParcelMove,
  ParcelRow,
  ParcelState,
} from '#contracts/staff/parcels.ts'

export const parcel_state_titles: Record<ParcelState, string> = {
  requested: 'Chờ hãng nhận',
  created: 'Đã đóng gói',
  handed_over: 'Đã bàn giao',
  delivering: 'Đang giao',
  delivery_failed: 'Giao thất bại',
  returning: 'Đang hoàn',
  delivered: 'Đã giao',
  received_back: 'Đã nhận hoàn',
  lost: 'Thất lạc, hỏng',
  replaced: 'Mất, đã gửi lại',
  written_off: 'Mất, đã bỏ khỏi đơn',
  cancelled: 'Đã hủy',
}

/** The colours of a state. Only what needs work now is coloured. */
export const parcel_state_looks: Record<ParcelState, string> = {
  requested: 'bg-gold-soft text-ink',
  created: 'bg-cream text-accent-dark',
  handed_over: 'bg-mist text-ink',
  delivering: 'bg-mist text-ink',
  delivery_failed: 'bg-sale-soft text-sale',
  returning: 'bg-gold-soft text-ink',
  delivered: 'bg-success-soft text-success',
  received_back: 'bg-mist text-muted',
  lost: 'bg-sale-soft text-sale',
  replaced: 'bg-mist text-muted',
  written_off: 'bg-mist text-muted',
  cancelled: 'bg-mist text-muted',
}

/** What a button says. */
export const parcel_move_titles: Record<ParcelMove, string> = {
  hand_over: 'Bàn giao',
  go_out: 'Đi giao',
  deliver: 'Đã giao',
  fail: 'Giao thất bại',
  turn_back: 'Hoàn về',
  receive_back: 'Nhận hàng hoàn',
  lose: 'Báo thất lạc, hỏng',
  cancel: 'Hủy vận đơn',
}

/** What the history says of a move. */
export function moveText({ move }: ParcelEvent): string {
  if (move === 'create') return 'Đóng gói xong'
  if (move === 'accept') return 'Hãng đã nhận vận đơn'
  if (move === 'store') return 'Về kho của hãng'
  if (move === 'send_again') return 'Gửi lại hàng bằng vận đơn mới'
  if (move === 'write_off') return 'Không gửi lại, bỏ khỏi đơn'
  return parcel_move_titles[move as ParcelMove] ?? move
}

export function weightText(weight_g: number): string {
  return weight_g < 1_000 ? `${weight_g} g` : `${(weight_g / 1_000).toLocaleString('vi-VN')} kg`
}

/** What became of an event of a carrier. */
export const outcome_titles: Record<CarrierNews['outcome'], string> = {
  applied: 'đã áp dụng',
  same: 'trạng thái không đổi',
  late: 'đến muộn, không áp dụng',
  final: 'vận đơn đã kết thúc, không áp dụng',
  nothing: 'không cho biết vận đơn ở đâu, không áp dụng',
  not_movable: 'không khớp với kho hoặc đơn: cần xem lại',
  no_parcel: 'không thuộc vận đơn nào',
}

const request_titles: Record<OpenRequest['action'], Record<OpenRequest['state'], string>> = {
  create: {
    due: 'Hãng chưa trả lời. Hệ thống sẽ tự gửi lại với cùng mã, không tạo thêm vận đơn.',
    rejected: 'Hãng từ chối vận đơn này.',
    given_up: 'Không rõ hãng đã nhận hay chưa: tra mã này ở trang của hãng.',
  },
  cancel: {
    due: 'Đang báo hãng hủy.',
    rejected: 'Hãng không cho hủy: hàng có thể đã rời cửa hàng.',
    given_up: 'Không rõ hãng đã hủy hay chưa: xem ở trang của hãng.',
  },
}

/** What staff read about a request that a carrier has not done. */
export function requestText({ action, state, note }: OpenRequest): string {
  const title = request_titles[action][state]
  return note === null ? title : `${title} (${note})`
}

/** "Kiện 1/2": of an order in several parcels. */
export function partText({ number, of }: NonNullable<ParcelRow['part']>): string {
  return of === null ? `Kiện ${number}` : `Kiện ${number}/${of}`
}
