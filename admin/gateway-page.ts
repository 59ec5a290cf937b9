import { type StaffPage, staffNav } from '#admin/staff-pages.ts'
import { type GatewaySetUp, gateways as contract } from '#contracts/staff/gateways.ts'
import { Refusal, type Service } from '#pure/contract.ts'
import { escapeHtml, plainPage } from '#pure/plain-page.ts'

const path = '/noi-bo/cong-thanh-toan'

const states: Record<GatewaySetUp['state'], string> = {
  stored: 'Đã cài đặt',
  demo: 'Cổng thử của cửa hàng minh họa',
  none: 'Chưa cài đặt: khách không thấy cách thanh toán này',
  unreadable: 'Không đọc được cài đặt (khóa mã hóa đã đổi): hãy nhập lại',
  invalid: 'Cài đặt không còn hợp lệ: hãy nhập lại',
  only_for_tests:
    'Khóa thử và địa chỉ thử (sandbox) không dùng được khi bán thật: hãy nhập khóa và địa chỉ thật',
  needless: 'Không cần cài đặt',
}

type Desk = Service<typeof contract>

/** /noi-bo/cong-thanh-toan: the shop's keys with its providers. Plain, for staff alone. */
export function gatewayPage(desk: Desk): StaffPage {
  return {
    path,
    show: async (actor, problem) => page(await desk.gateways(actor, {}), problem),
    submit: async (actor, { code, intent, is_enabled, ...fields }) => {
      const input = contract.setGateway.input.safeParse({
        code,
        is_enabled: is_enabled === 'on',
        is_forgotten: intent === 'forget',
        fields,
      })
      if (!input.success) return { status: 422, problem: 'Chưa rõ yêu cầu.' }
      try {
        await desk.setGateway(actor, input.data)
        return null
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { status: error.status, problem: wordsOf(error) }
      }
    },
  }
}

function wordsOf({ code, data }: Refusal): string {
  if (code === 'only_for_tests') return states.only_for_tests
  if (code !== 'settings_invalid') return 'Không có cổng thanh toán này.'
  const { problems = {} } = data as { problems?: Record<string, string> }
  return `Cài đặt chưa đúng: ${Object.keys(problems).join(', ')}.`
}

function page(gateways: readonly GatewaySetUp[], problem: string): string {
  const notice =
    problem === '' ? '' : `<p class="sheet bad" role="alert">${escapeHtml(problem)}</p>`
  const intro =
    '<p class="note">Khóa được mã hóa khi lưu và không bao giờ hiện lại: để trống là giữ nguyên.</p>'
  return plainPage(
    'Cổng thanh toán',
    `${staffNav(path)}${notice}${intro}${gateways.map(sheet).join('')}`,
  )
}

function sheet(gateway: GatewaySetUp): string {
  const { code, title, is_enabled, state, notify_url, can_refund, fields } = gateway
  const facts = [
    ['Tình trạng', states[state]],
    ...(notify_url === null ? [] : [['Địa chỉ báo kết quả', notify_url]]),
    ['Hoàn tiền', can_refund ? 'tự động' : 'nhân viên hoàn'],
  ]
  const list = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`)
  const forget =
    state === 'none' || state === 'demo' || state === 'needless'
      ? ''
      : '<button name="intent" value="forget">Xóa cài đặt</button>'
  return `<section class="sheet" aria-labelledby="${code}"><h2 id="${code}">${escapeHtml(title)}</h2>
<dl>${list.join('')}</dl><form method="post" action="${path}" autocomplete="off">
<input type="hidden" name="code" value="${code}">${fields.map((field) => input(code, field)).join('')}
<p><input type="checkbox" class="inline" id="${code}-on" name="is_enabled"${is_enabled ? ' checked' : ''}>
<label class="inline" for="${code}-on">Cho khách chọn</label></p>
<div class="buttons"><button class="main" name="intent" value="save">Lưu</button>${forget}</div></form></section>`
}

function input(code: string, { name, label, is_secret, value }: GatewaySetUp['fields'][number]) {
  const id = `${code}-${name}`
  const given = is_secret
    ? `type="password" autocomplete="new-password" placeholder="${escapeHtml(value)}"`
    : `value="${escapeHtml(value)}"`
  const known = is_secret && value !== '' ? ` <span class="note">(${escapeHtml(value)})</span>` : ''
  return `<label for="${id}">${escapeHtml(label)}${known}</label><input id="${id}" name="${name}" ${given}>`
}
