import { type StaffPage, staffNav } from '#admin/staff-pages.ts'
import {
  type HeldPayment,
  paymentReview as contract,
  type PaymentReview,
} from '#contracts/staff/reconciliation.ts'
import { escapeHtml, plainPage } from '#pure/plain-page.ts'
import { Refusal, type Service } from '#pure/contract.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { formatDong } from '#pure/money.ts'

const path = '/noi-bo/doi-soat'

const reasons: Record<PaymentReview['reason'], string> = {
  unknown_code: 'Không tìm thấy đơn hàng của khoản tiền này',
  several_codes: 'Nội dung nêu nhiều đơn hàng',
  wrong_account: 'Tiền vào tài khoản khác',
  under: 'Trả thiếu: chờ khách trả nốt',
  over: 'Trả thừa: đơn hàng đã đủ tiền',
  double: 'Đơn hàng đã được thanh toán trước đó',
  after_cancel: 'Tiền đến sau khi khách hủy đơn',
  late_no_stock: 'Tiền đến trễ, hàng đã bán hết',
  not_awaited: 'Đơn hàng đang xử lý theo cách thanh toán khác',
}
const states: Record<PaymentReview['state'], string> = {
  open: 'Chờ xử lý',
  accepted: 'Đã nhận cho đơn hàng',
  refunded: 'Đã hoàn tiền',
  dismissed: 'Đã bỏ qua',
}
const refund_words: Record<NonNullable<PaymentReview['refund_state']>, string> = {
  due: 'Chờ hoàn: xem trang hoàn tiền',
  requested: 'Cổng thanh toán đang hoàn',
  done: 'Đã hoàn',
  failed: 'Chưa hoàn được: xem trang hoàn tiền',
  dropped: '',
}
const order_states: Record<NonNullable<PaymentReview['order_state']>, string> = {
  awaiting_payment: 'Chờ thanh toán',
  pending: 'Chờ xác nhận',
  confirmed: 'Đã xác nhận',
  shipping: 'Đang vận chuyển',
  delivered: 'Đã giao',
  cancelled: 'Đã hủy',
  expired: 'Đã hết hạn',
}
const problems: Readonly<Record<string, string>> = {
  review_not_found: 'Khoản này đã được xử lý.',
  order_already_paid: 'Đơn hàng đã có đủ tiền: hãy hoàn khoản này cho khách.',
  review_without_order: 'Hãy điền mã đơn hàng có thật mà khoản này thuộc về.',
  money_goes_back: 'Khoản này đang được hoàn tự động cho khách.',
  pieces_gone: 'Hàng của đơn này không còn đủ: hãy hoàn tiền cho khách.',
}

/** /noi-bo/doi-soat: money that waits for a decision. Plain, for staff alone. */
export function paymentReviewPage(desk: Service<typeof contract>): StaffPage {
  return {
    path,
    show: async (problem) => {
      const [reviews, held] = await Promise.all([desk.reviews(null, {}), desk.held(null, {})])
      return page(reviews, held, problem)
    },
    submit: async (fields) => {
      const input = contract.settleReview.input.safeParse(fields)
      if (!input.success) return { status: 422, problem: 'Chưa rõ yêu cầu.' }
      try {
        await desk.settleReview(null, input.data)
        return null
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { status: error.status, problem: problems[error.code] ?? error.code }
      }
    },
  }
}

function page(
  reviews: readonly PaymentReview[],
  held: readonly HeldPayment[],
  problem: string,
): string {
  const open = reviews.filter(({ state }) => state === 'open')
  const settled = reviews.filter(({ state }) => state !== 'open')
  const notice =
    problem === '' ? '' : `<p class="sheet bad" role="alert">${escapeHtml(problem)}</p>`
  const body = `${staffNav(path)}${notice}
<p class="note">Tiền chuyển khoản và tiền qua cổng thanh toán chưa tự khớp với đơn hàng. “Nhận cho đơn hàng” xác nhận đơn đã được thanh toán; nếu đơn đã hết hạn, hàng được giữ lại khi còn đủ. Khoản trả thiếu được cộng dồn: đủ tiền thì đơn tự được xác nhận, phần thừa tự vào trang hoàn tiền; đơn hết hạn mà sau 24 giờ vẫn thiếu thì khoản đã trả cũng tự vào đó.</p>
<h2>Chờ xử lý (${open.length})</h2>${table(open)}
<h2>Cổng thanh toán đang giữ để kiểm tra (${held.length})</h2>${heldTable(held)}
<h2>Đã xử lý</h2>${table(settled)}`
  return plainPage('Đối soát thanh toán', body)
}

const held_advice =
  'Tiền đã rời ví của khách nhưng cổng chưa giao cho cửa hàng. Hãy mở trang quản trị của cổng, tìm theo mã ở cột “Mã giao dịch” và trả lời yêu cầu xác minh. Chưa giao hàng, chưa hoàn tiền bằng tay: hệ thống hỏi lại cổng cho đến khi có kết quả. Được duyệt thì đơn tự được xác nhận (đơn đã hết hạn được mở lại khi còn hàng, nếu không tiền vào trang hoàn tiền); bị từ chối thì cổng trả tiền cho khách.'

function heldTable(held: readonly HeldPayment[]): string {
  if (held.length === 0) return '<p class="sheet note">Không có khoản nào.</p>'
  const heads = ['Giữ từ', 'Số tiền', 'Đơn hàng', 'Cổng', 'Mã giao dịch', 'Hỏi lần cuối']
  return `<p class="note">${held_advice}</p>
<div class="sheet wide" tabindex="0" role="region" aria-label="Khoản tiền cổng đang giữ"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${held.map(heldRow).join('')}</tbody></table></div>`
}

function heldRow(one: HeldPayment): string {
  const names = [one.provider_reference, one.reference].filter((name) => name !== null)
  const asked = one.asked_at === null ? '–' : formatDateTime(new Date(one.asked_at))
  return `<tr><td>${formatDateTime(new Date(one.held_since))}</td>
<td class="number">${formatDong(one.amount)}</td>
<td>${escapeHtml(one.order_code)}<br>${order_states[one.order_state]}<br>${escapeHtml(one.phone)}</td>
<td>${escapeHtml(one.gateway)}</td><td class="text">${names.map(escapeHtml).join('<br>')}</td>
<td>${asked}</td></tr>`
}

function table(reviews: readonly PaymentReview[]): string {
  if (reviews.length === 0) return '<p class="sheet note">Không có khoản nào.</p>'
  const heads = ['Lúc', 'Số tiền', 'Lý do', 'Đơn hàng', 'Nội dung', 'Nguồn', 'Xử lý']
  return `<div class="sheet wide" tabindex="0" role="region" aria-label="Danh sách khoản tiền"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${reviews.map(row).join('')}</tbody></table></div>`
}

function row(review: PaymentReview): string {
  const { order_code, order_state, grand_total, phone, account_number } = review
  const rest =
    review.missing === null ? '' : `<br><strong>Còn thiếu: ${formatDong(review.missing)}</strong>`
  const total = grand_total === null ? '' : `<br>Cần: ${formatDong(grand_total)}${rest}`
  const order =
    order_code === null
      ? '–'
      : `${escapeHtml(order_code)}<br>${order_state === null ? '' : order_states[order_state]}${total}<br>${escapeHtml(phone ?? '')}`
  const source = [`${review.relay} ${review.relay_id}`, review.reference, account_number]
  return `<tr><td>${formatDateTime(new Date(review.created_at))}</td>
<td class="number">${formatDong(review.amount)}</td><td>${reasons[review.reason]}</td>
<td>${order}</td><td class="text">${escapeHtml(review.content)}</td>
<td class="text">${source
    .filter((one) => one !== null)
    .map(escapeHtml)
    .join('<br>')}</td><td>${decisions(review)}</td></tr>`
}

function decisions(review: PaymentReview): string {
  const { payment_review_id, state, order_code, refund_state, refund_amount } = review
  if (state !== 'open') return states[state]
  const back =
    refund_state === null
      ? ''
      : `<p class="note">Hoàn ${formatDong(refund_amount ?? 0)}. ${refund_words[refund_state]}</p>`
  const button = (decision: string, text: string) =>
    `<button name="decision" value="${decision}">${text}</button>`
  return `${back}<form method="post" action="${path}" class="buttons">
<input type="hidden" name="payment_review_id" value="${payment_review_id}">
${order_code === null ? `<label>Mã đơn hàng<input name="order_code" autocomplete="off"></label>` : ''}
${button('accepted', 'Nhận cho đơn hàng')}
${button('refunded', 'Đã hoàn tiền')}${button('dismissed', 'Bỏ qua')}</form>`
}
