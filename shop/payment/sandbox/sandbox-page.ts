import { formatDong } from '#pure/money.ts'
import { escapeHtml, plainPage } from '#pure/plain-page.ts'
import { sandboxPage } from '#shop/payment/gateways/provider-settings.ts'
import { sandbox_actions } from '#shop/payment/sandbox/sandbox-actions.ts'
import type { Entry, SandboxProvider } from '#shop/payment/gateways/sandbox-provider.ts'
import { orderText } from '#shop/payment/sandbox/sandbox-provider-store.ts'
import { ordersNamedIn } from '#shop/payment/attempt/transfer.ts'

type Named = Pick<SandboxProvider, 'family' | 'title'>

const intro =
  '<p class="note">Trang này chỉ có tiền chơi, để thử trong cửa hàng minh họa. Không phải trang của nhà cung cấp.</p>'

/** A ground of each provider's own kind; white text on it keeps 4.5 : 1 and more. */
const grounds: Readonly<Record<string, string>> = {
  momo: '#a3006b',
  zalopay: '#0057d8',
  vnpay: '#0b5fa8',
  kredivo: '#b3450b',
  fundiin: '#3b3fc4',
  onepay_atm: '#0a4f8f',
  onepay_intl: '#0a4f8f',
  alepay: '#b4232a',
  payos: '#5b2ec9',
}

/** Renders the page where a shopper pays at a sandbox provider. */
export function payPage({ family, title }: Named, entry: Entry): string {
  const [order_code = ''] = ordersNamedIn(orderText(entry))
  const facts = [
    ['Đơn hàng', order_code],
    ['Giao dịch', entry.reference],
  ]
  const list = facts.map(
    ([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  return plainPage(
    title,
    `<form class="sheet pay" style="--ground:${grounds[family] ?? '#14244a'}" method="post" action="${sandboxPage(family)}">
<p class="pay-head"><img src="/media/payment/${family}.svg" alt="" width="64" height="32"><span>Số tiền thanh toán<strong>${formatDong(entry.amount)}</strong></span></p>
<dl>${list.join('')}</dl><input type="hidden" name="reference" value="${escapeHtml(entry.reference)}">
${entry.state === 'open' ? buttons() : ended(entry)}</form>${intro}`,
  )
}

/** Paying and giving up as at a provider; what else can happen is folded. */
function buttons(): string {
  const { approve, cancel, ...odd } = sandbox_actions
  const button = (action: string, text: string, look = '') =>
    `<button name="action" value="${action}"${look}>${text}</button>`
  const others = Object.entries(odd).map(([action, text]) => button(action, text))
  return `<div class="pay-buttons">${button('approve', approve, ' class="main"')}${button('cancel', cancel)}</div>
<details><summary>Tình huống khác</summary><div class="buttons">${others.join('')}</div></details>`
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
