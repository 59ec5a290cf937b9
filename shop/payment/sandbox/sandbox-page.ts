import { formatDong } from '#pure/money.ts'
import { escapeHtml, plainPage } from '#pure/plain-page.ts'
import { sandboxPage } from '#shop/payment/gateways/provider-settings.ts'
import { sandbox_actions } from '#shop/payment/sandbox/sandbox-actions.ts'
import type { Entry, SandboxProvider } from '#shop/payment/gateways/sandbox-provider.ts'
import { orderText } from '#shop/payment/sandbox/sandbox-provider-store.ts'
import { ordersNamedIn } from '#shop/payment/attempt/transfer.ts'

type Named = Pick<SandboxProvider, 'family' | 'title'>

const intro =
  '<p class="note">Cổng thanh toán này chỉ có tiền chơi, để thử trong cửa hàng minh họa.</p>'

/** Renders the page where a shopper pays at a sandbox provider. */
export function payPage({ family, title }: Named, entry: Entry): string {
  const [order_code = ''] = ordersNamedIn(orderText(entry))
  const facts = [
    ['Số tiền', formatDong(entry.amount)],
    ['Đơn hàng', order_code],
    ['Giao dịch', entry.reference],
  ]
  const list = facts.map(
    ([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  return plainPage(
    title,
    `${intro}<form class="sheet narrow" method="post" action="${sandboxPage(family)}">
<dl>${list.join('')}</dl><input type="hidden" name="reference" value="${escapeHtml(entry.reference)}">
${entry.state === 'open' ? buttons() : ended(entry)}</form>`,
  )
}

function buttons(): string {
  const all = Object.entries(sandbox_actions).map(
    ([action, text]) =>
      `<button name="action" value="${action}"${action === 'approve' ? ' class="main"' : ''}>${text}</button>`,
  )
  return `<h2>Chuyện gì xảy ra?</h2><div class="buttons">${all.join('')}</div>`
}

const endings = {
  open: '',
  paid: 'Giao dịch này đã được thanh toán.',
  declined: 'Giao dịch này đã bị từ chối.',
  cancelled: 'Giao dịch này đã bị hủy.',
} as const

function ended({ state }: Entry): string {
  return `<p role="status"><strong>${endings[state]}</strong> Hãy trở lại cửa hàng.</p>`
}

/** Renders the answer to an unknown payment, or to one that the shop did not sign. */
export function refusalPage({ title }: Named): string {
  return plainPage(
    title,
    `${intro}<p class="sheet narrow bad" role="alert">Không có giao dịch này, hoặc chữ ký của cửa hàng không đúng.</p>`,
  )
}
