import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Now } from '#platform/clock.ts'
import { escapeHtml, plainPage } from '#pure/plain-page.ts'
import { bankOf } from '#pure/vietnamese/banks.ts'
import { formatDong } from '#pure/money.ts'
import { isSameOrigin } from '#pure/same-origin.ts'
import { vietnamClock } from '#pure/vietnam-time.ts'
import { readVietQr, type VietQr } from '#pure/vietnamese/vietqr.ts'
import { sepay_path, sepaySignature } from '#shop/payment/relays/sepay.ts'

interface Deps {
  /** The secret of SePay's signatures. */
  webhook_secret: string
  public_url: string
  now: Now
  /** Expires the order that a text names, as at its deadline. */
  endOrder: (text: string) => Promise<void>
}

/** The path of the sandbox bank; demo shops only. */
export const sandbox_bank_path = '/ngan-hang-thu'

const sandbox_actions = {
  exact: 'Chuyển khoản',
  under: 'Chuyển thiếu 1.000đ',
  over: 'Chuyển thừa 1.000đ',
  double: 'Chuyển hai lần',
  repeat: 'Một lần, báo ba lần',
  late: 'Chuyển trễ (đơn hết hạn trước)',
  unknown: 'Nội dung không có mã đơn',
  wrong_account: 'Vào tài khoản khác',
  forged: 'Tin giả (sai chữ ký)',
} as const
type SandboxAction = keyof typeof sandbox_actions

const Form = z.object({
  qr: z.string().max(1_000),
  action: z.enum(Object.keys(sandbox_actions) as [SandboxAction, ...SandboxAction[]]),
})

/**
 * Serves the sandbox bank of demo shops. It reads the text of our QR code and notifies the shop's own webhook
 * as SePay would, with SePay's signature. A live shop never serves it.
 */
export async function serveSandboxBank(fastify: FastifyInstance, deps: Deps): Promise<void> {
  await fastify.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get<{ Querystring: { qr?: string } }>(sandbox_bank_path, async (request, reply) => {
      const { qr } = request.query
      const code = typeof qr === 'string' ? readVietQr(qr) : null
      return reply.type('text/html').send(page(qr ?? '', code, null))
    })
    scope.post(sandbox_bank_path, async (request, reply) => {
      const { origin, 'sec-fetch-site': site } = request.headers
      if (!isSameOrigin({ site: site?.toString(), origin }, deps.public_url)) {
        return reply.code(403).send('')
      }
      const form = Form.safeParse(request.body)
      const code = form.success ? readVietQr(form.data.qr) : null
      reply.type('text/html')
      if (!form.success || code === null) return reply.code(422).send(page('', null, null))
      const result = await pay(fastify, deps, code, form.data.action)
      return reply.send(page(form.data.qr, code, result))
    })
  })
}

interface Result {
  action: SandboxAction
  amount: number
  answers: { status: number; body: string }[]
}

async function pay(
  fastify: FastifyInstance,
  deps: Deps,
  code: VietQr,
  action: SandboxAction,
): Promise<Result> {
  const purpose = code.purpose ?? ''
  const difference = { under: -1_000, over: 1_000 } as Readonly<Record<string, number>>
  const amount = Math.max(1, (code.amount ?? 50_000) + (difference[action] ?? 0))
  if (action === 'late') await deps.endOrder(purpose)
  const message = (): Message => ({
    amount,
    account: action === 'wrong_account' ? '0000000000' : code.account_number,
    // Banks add their own text around the purpose, and some change it to lower case.
    content:
      action === 'unknown' ? 'CHUYEN TIEN' : `MBVCB.${randomInt(1e9)}.${purpose.toLowerCase()}`,
  })
  const notify = (sent: Sent) => deliver(fastify, deps, sent, action === 'forged')
  const first = sentNow(message(), deps.now())
  const answers = [await notify(first)]
  if (action === 'double') answers.push(await notify(sentNow(message(), deps.now())))
  if (action === 'repeat') answers.push(await notify(first), await notify(first))
  return { action, amount, answers }
}

interface Message {
  amount: number
  account: string
  content: string
}
type Sent = Message & { id: number; date: string }

function sentNow(message: Message, now: Date): Sent {
  const date = vietnamClock(now).replace('T', ' ')
  // Random as a whole: a second transfer in the same millisecond is no repetition of the first.
  return { ...message, id: randomInt(2 ** 48 - 1), date }
}

/** Sends the message, as developer.sepay.vn describes it, to the shop's own webhook. */
async function deliver(fastify: FastifyInstance, deps: Deps, sent: Sent, is_forged: boolean) {
  const payload = JSON.stringify({
    id: sent.id,
    gateway: 'NganHangThu',
    transactionDate: sent.date,
    accountNumber: sent.account,
    code: null,
    content: sent.content,
    transferType: 'in',
    transferAmount: sent.amount,
    accumulated: sent.amount,
    subAccount: null,
    referenceCode: `FT${sent.id}`,
    description: sent.content,
  })
  const secret = is_forged ? 'somebody else' : deps.webhook_secret
  const headers = {
    'content-type': 'application/json',
    ...sepaySignature(secret, payload, deps.now()),
  }
  const answer = await fastify.inject({ method: 'POST', url: sepay_path, headers, payload })
  return { status: answer.statusCode, body: answer.body }
}

function page(qr: string, code: VietQr | null, result: Result | null): string {
  const intro =
    '<p class="note">Ngân hàng này chỉ có tiền chơi, để thử thanh toán trong cửa hàng minh họa.</p>'
  if (code === null) {
    const wrong = qr === '' ? '' : '<p class="bad" role="alert">Đây không phải mã VietQR.</p>'
    return plainPage(
      'Ngân hàng thử',
      `${intro}<form class="sheet narrow" method="get" action="${sandbox_bank_path}">${wrong}
<label>Nội dung mã VietQR<input name="qr" required autocomplete="off" value="${escapeHtml(qr)}"></label>
<button class="main">Đọc mã</button></form>`,
    )
  }
  return plainPage('Ngân hàng thử', `${answerOf(result)}${orderForm(qr, code)}${intro}`)
}

function orderForm(qr: string, code: VietQr): string {
  const facts = [
    ['Ngân hàng', bankOf(code.bank_bin).short_name],
    ['Tài khoản', code.account_number],
    ['Nội dung', code.purpose ?? ''],
  ]
  const list = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`)
  const { exact, ...odd } = sandbox_actions
  const others = Object.entries(odd).map(
    ([action, text]) => `<button name="action" value="${action}">${text}</button>`,
  )
  const amount = code.amount === null ? 'tùy người chuyển' : formatDong(code.amount)
  return `<form class="sheet pay" style="--ground:#14244a" method="post" action="${sandbox_bank_path}">
<p class="pay-head"><img src="/media/payment/bank_transfer.svg" alt="" width="64" height="32"><span>Số tiền chuyển<strong>${amount}</strong></span></p>
<dl>${list.join('')}</dl><input type="hidden" name="qr" value="${escapeHtml(qr)}">
<div class="pay-buttons"><button name="action" value="exact" class="main">${exact}</button></div>
<details><summary>Tình huống khác</summary><div class="buttons">${others.join('')}</div></details></form>`
}

function answerOf(result: Result | null): string {
  if (result === null) return ''
  const lines = result.answers.map(
    ({ status, body }) =>
      `<li class="${status === 200 ? 'good' : 'bad'}">Cửa hàng đáp ${status}: ${escapeHtml(body)}</li>`,
  )
  return `<div class="sheet narrow" role="status"><strong>${sandbox_actions[result.action]}: ${formatDong(result.amount)}</strong>
<ul>${lines.join('')}</ul><p>Trở lại cửa hàng để xem đơn hàng.</p></div>`
}
