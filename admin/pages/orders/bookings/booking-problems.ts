import type { Problem } from '#admin/runtime/page.ts'
import { bookings as contract } from '#contracts/staff/orders/bookings.ts'
import { InvalidInput, isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** Why an appointment could not be made, moved or ended; null: the error is not about it. */
export function bookingProblem(error: unknown): Problem | null {
  if (error instanceof InvalidInput) {
    return { status: 422, problem: Object.values(error.problems).join(' ') }
  }
  return timeProblem(error) ?? wishProblem(error) ?? stateProblem(error)
}

function timeProblem(error: unknown): Problem | null {
  const is_full = isRefusal(error, contract.moveBooking, 'slot_full')
  if (is_full || isRefusal(error, contract.moveBooking, 'slot_not_offered')) {
    const times = error.data.slots.map(({ starts_at }) => formatDateTime(new Date(starts_at)))
    const problem = is_full ? 'Giờ này đã kín.' : 'Cửa hàng không nhận lịch vào giờ này.'
    const other = times.length === 0 ? '' : ` Giờ trống gần nhất: ${times.join('; ')}.`
    return { status: 409, problem: `${problem}${other}` }
  }
  if (isRefusal(error, contract.moveBooking, 'shop_takes_no_bookings')) {
    return { status: 409, problem: 'Cửa hàng này hiện không nhận lịch cho dịch vụ đã đặt.' }
  }
  return null
}

function wishProblem(error: unknown): Problem | null {
  if (isRefusal(error, contract.createBooking, 'booking_too_long')) {
    return { status: 409, problem: 'Các dịch vụ này lâu hơn một lần hẹn. Bớt dịch vụ rồi đặt.' }
  }
  if (isRefusal(error, contract.createBooking, 'service_not_found')) {
    return { status: 404, problem: 'Có dịch vụ đã ngừng. Chọn lại dịch vụ.' }
  }
  if (isRefusal(error, contract.createBooking, 'too_many_bookings')) {
    const { max } = error.data
    return { status: 409, problem: `Số này đã có ${max} lịch hẹn đang chờ. Dời hoặc hủy lịch cũ.` }
  }
  if (isRefusal(error, contract.createBooking, 'price_changed')) {
    const total = formatDong(error.data.total)
    return { status: 409, problem: `Giá vừa tăng, tổng mới ${total}. Báo khách rồi đặt lại.` }
  }
  return null
}

function stateProblem(error: unknown): Problem | null {
  if (isRefusal(error, contract.missBooking, 'booking_not_due')) {
    return { status: 409, problem: 'Chưa đến giờ hẹn nên chưa ghi “Không đến” được.' }
  }
  if (isRefusal(error, contract.missBooking, 'booking_closed')) {
    return { status: 409, problem: 'Lịch hẹn này vừa thay đổi. Tải lại trang để xem.' }
  }
  if (isRefusal(error, contract.missBooking, 'booking_not_found')) {
    return { status: 404, problem: 'Không có lịch hẹn này ở cửa hàng của bạn.' }
  }
  return null
}
