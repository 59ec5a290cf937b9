import type { FastifyInstance } from 'fastify'
import { isStranger } from '#admin/staff-only.ts'
import { paymentReview as contract, type PaymentReview } from '#contracts/payment-review.ts'
import { escapeHtml, plainPage } from '#pure/plain-page.ts'
import { Refusal, type Service } from '#pure/contract.ts'
import { formatDateTime } from '#pure/dates.ts'
import { formatDong } from '#pure/money.ts'
import { isSameOrigin } from '#pure/same-origin.ts'

interface Options {
  desk: Service<typeof contract>
  staff_token: string
  public_url: string
}

const path = '/noi-bo/doi-soat'

const reasons: Record<PaymentReview['reason'], string> = {
  unknown_code: 'Không tìm thấy đơn hàng trong nội dung chuyển khoản',
  several_codes: 'Nội dung nêu nhiều đơn hàng',
  wrong_account: 'Tiền vào tài khoản khác',
  under: 'Chuyển thiếu',
  over: 'Chuyển thừa',
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
  pieces_gone: 'Hàng của đơn này không còn đủ: hãy hoàn tiền cho khách.',
}

/** /noi-bo/doi-soat: money by transfer that waits for a decision. Plain, for staff alone. */
export async function servePaymentReview(
  fastify: FastifyInstance,
  { desk, staff_token, public_url }: Options,
): Promise<void> {
  const shown = async (problem = '') => page(await desk.reviews(null, {}), problem)
  await fastify.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (isStranger(request, reply, staff_token)) return reply
      const { origin, 'sec-fetch-site': site } = request.headers
      const is_ours = isSameOrigin({ site: site?.toString(), origin }, public_url)
      if (request.method !== 'GET' && !is_ours) return reply.code(403).send('')
    })
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get(path, async (_request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type('text/html')
        .send(await shown()),
    )
    scope.post(path, async (request, reply) => {
      const input = contract.settleReview.input.safeParse(request.body)
      reply.header('cache-control', 'no-store').type('text/html')
      if (!input.success) return reply.code(422).send(await shown('Chưa rõ yêu cầu.'))
      try {
        await desk.settleReview(null, input.data)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return reply.code(error.status).send(await shown(problems[error.code] ?? error.code))
      }
      return reply.redirect(path, 303)
    })
  })
}

function page(reviews: readonly PaymentReview[], problem: string): string {
  const open = reviews.filter(({ state }) => state === 'open')
  const settled = reviews.filter(({ state }) => state !== 'open')
  const notice =
    problem === '' ? '' : `<p class="sheet bad" role="alert">${escapeHtml(problem)}</p>`
  const body = `${notice}
<p class="note">Tiền chuyển khoản chưa tự khớp với đơn hàng. “Nhận cho đơn hàng” xác nhận đơn đã được thanh toán; nếu đơn đã hết hạn, hàng được giữ lại khi còn đủ.</p>
<h2>Chờ xử lý (${open.length})</h2>${table(open)}
<h2>Đã xử lý</h2>${table(settled)}`
  return plainPage('Đối soát chuyển khoản', body)
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
  const total = grand_total === null ? '' : `<br>Cần: ${formatDong(grand_total)}`
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

function decisions({ payment_review_id, state, order_code }: PaymentReview): string {
  if (state !== 'open') return states[state]
  const button = (decision: string, text: string) =>
    `<button name="decision" value="${decision}">${text}</button>`
  return `<form method="post" action="${path}" class="buttons">
<input type="hidden" name="payment_review_id" value="${payment_review_id}">
${order_code === null ? `<label>Mã đơn hàng<input name="order_code" autocomplete="off"></label>` : ''}
${button('accepted', 'Nhận cho đơn hàng')}
${button('refunded', 'Đã hoàn tiền')}${button('dismissed', 'Bỏ qua')}</form>`
}
