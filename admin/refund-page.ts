import { type StaffPage, staffNav } from '#admin/staff-pages.ts'
import { paymentDesk as contract, type RefundRow } from '#contracts/staff/gateways.ts'
import { Refusal, type Service } from '#pure/contract.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { formatDong } from '#pure/money.ts'
import { escapeHtml, plainPage } from '#pure/plain-page.ts'

const path = '/noi-bo/hoan-tien'

const states: Record<RefundRow['state'], string> = {
  due: 'Cần hoàn',
  requested: 'Cổng thanh toán đang hoàn',
  done: 'Đã hoàn',
  failed: 'Cổng thanh toán từ chối',
  dropped: 'Không hoàn nữa',
}
/** Written by the mover in one word; everything else is in words already. */
const reasons: Readonly<Record<string, string>> = {
  double: 'Đơn hàng đã được thanh toán trước đó',
  after_cancel: 'Tiền đến sau khi đơn bị hủy',
  late_no_stock: 'Tiền đến trễ, hàng đã bán hết',
  over: 'Phần khách trả thừa',
  under: 'Khách trả thiếu, đơn đã kết thúc',
}

/** /noi-bo/hoan-tien: the ledger of money that goes back. Plain, for staff alone. */
export function refundPage(
  desk: Pick<Service<typeof contract>, 'refunds' | 'settleRefund'>,
): StaffPage {
  return {
    path,
    show: async (problem) => page(await desk.refunds(null, {}), problem),
    submit: async (fields) => {
      const input = contract.settleRefund.input.safeParse(fields)
      if (!input.success) return { status: 422, problem: 'Chưa rõ yêu cầu.' }
      try {
        await desk.settleRefund(null, input.data)
        return null
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { status: error.status, problem: 'Khoản này đã được xử lý hoặc đang được gửi.' }
      }
    },
  }
}

function page(refunds: readonly RefundRow[], problem: string): string {
  const open = refunds.filter(({ state }) => ['due', 'requested', 'failed'].includes(state))
  const settled = refunds.filter((refund) => !open.includes(refund))
  const notice =
    problem === '' ? '' : `<p class="sheet bad" role="alert">${escapeHtml(problem)}</p>`
  const body = `${staffNav(path)}${notice}
<p class="note">Khoản trả qua cổng thanh toán được hoàn tự động. Khoản chuyển khoản, tiền mặt và khoản bị từ chối: hoàn cho khách rồi bấm “Đã hoàn”.</p>
<h2>Đang chờ (${open.length})</h2>${table(open)}
<h2>Đã xong</h2>${table(settled)}`
  return plainPage('Hoàn tiền', body)
}

function table(refunds: readonly RefundRow[]): string {
  if (refunds.length === 0) return '<p class="sheet note">Không có khoản nào.</p>'
  const heads = ['Lúc', 'Số tiền', 'Đơn hàng', 'Lý do', 'Cách trả', 'Tình trạng', 'Xử lý']
  return `<div class="sheet wide" tabindex="0" role="region" aria-label="Danh sách hoàn tiền"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${refunds.map(row).join('')}</tbody></table></div>`
}

function row(refund: RefundRow): string {
  const { order_code, phone, gateway, reference, provider_reference, note, tries } = refund
  const did = refund.state === 'requested' ? 'hỏi' : 'gửi'
  const tried = tries === 0 ? '' : `<br>Đã ${did} ${tries} lần`
  const said = note === null ? '' : `<br>${escapeHtml(note)}`
  const source = [gateway, reference, provider_reference].filter((one) => one !== null)
  return `<tr><td>${formatDateTime(new Date(refund.created_at))}</td>
<td class="number">${formatDong(refund.amount)}</td>
<td>${escapeHtml(order_code)}<br>${escapeHtml(phone)}</td>
<td class="text">${escapeHtml(reasons[refund.reason] ?? refund.reason)}</td>
<td class="text">${source.map(escapeHtml).join('<br>')}</td>
<td class="text">${states[refund.state]}${tried}${said}</td><td>${decisions(refund)}</td></tr>`
}

function decisions({ refund_id, state, is_automatic }: RefundRow): string {
  if (state === 'done' || state === 'dropped') return ''
  if (is_automatic) return 'Tự động'
  const verbs: Partial<Record<RefundRow['state'], string>> = {
    failed: 'Gửi lại',
    requested: 'Hỏi lại',
  }
  const verb = verbs[state]
  const again = verb === undefined ? '' : `<button name="decision" value="again">${verb}</button>`
  return `<form method="post" action="${path}" class="buttons">
<input type="hidden" name="refund_id" value="${refund_id}">
<label>Ghi chú<input name="note" maxlength="200" autocomplete="off"></label>
<button name="decision" value="done">Đã hoàn</button>${again}</form>`
}
