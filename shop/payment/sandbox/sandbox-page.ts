import { formatDong } from '#pure/money.ts'
import { escapeHtml, plainPage } from '#pure/plain-page.ts'
import { testPage } from '#shop/payment/gateways/provider-settings.ts'
import { deeds } from '#shop/payment/sandbox/sandbox-actions.ts'
import type { TestProvider } from '#shop/payment/sandbox/sandbox-provider.ts'
import { type Entry, orderWords } from '#shop/payment/sandbox/sandbox-provider-store.ts'
import { ordersNamedIn } from '#shop/payment/attempt/transfer.ts'

type Named = Pick<TestProvider, 'family' | 'title'>

const intro =
  '<p class="note">Cổng thanh toán này chỉ có tiền chơi, để thử trong cửa hàng minh họa.</p>'

/** Where a shopper pays with play money. */
export function payPage({ family, title }: Named, entry: Entry): string {
  const [order_code = ''] = ordersNamedIn(orderWords(entry))
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
    `${intro}<form class="sheet narrow" method="post" action="${testPage(family)}">
<dl>${list.join('')}</dl><input type="hidden" name="reference" value="${escapeHtml(entry.reference)}">
${entry.state === 'open' ? buttons() : ended(entry)}</form>`,
  )
}

function buttons(): string {
  const all = Object.entries(deeds).map(
    ([deed, words]) =>
      `<button name="deed" value="${deed}"${deed === 'approve' ? ' class="main"' : ''}>${words}</button>`,
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

/** What the provider says to an order that the shop did not sign, or that it does not know. */
export function refusalPage({ title }: Named): string {
  return plainPage(
    title,
    `${intro}<p class="sheet narrow bad" role="alert">Không có giao dịch này, hoặc chữ ký của cửa hàng không đúng.</p>`,
  )
}
