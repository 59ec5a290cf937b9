import type { FastifyInstance } from 'fastify'
import { isStranger } from '#admin/staff-only.ts'
import { outbox as contract, type OutboxMessage } from '#contracts/staff/outbox.ts'
import { Refusal, type Service } from '#pure/contract.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { escapeHtml, plainPage } from '#pure/plain-page.ts'
import { isSameOrigin } from '#pure/same-origin.ts'

interface Options {
  desk: Service<typeof contract>
  staff_token: string
  public_url: string
  /** Nothing leaves a demo shop: the page says so. */
  is_demo: boolean
}

const path = '/noi-bo/hop-thu'
const not_there = plainPage('Không có thư này', `<p><a href="${path}">Hộp thư gửi đi</a></p>`)

const states: Record<OutboxMessage['state'], string> = {
  waiting: 'Chờ gửi',
  sending: 'Đang gửi',
  sent: 'Đã gửi',
  failed: 'Không gửi được',
  dropped: 'Không cần gửi nữa',
}
const topics: Record<string, string> = {
  order_waiting: 'Đơn chờ thanh toán',
  order_placed: 'Đã đặt hàng',
  order_at_door: 'Chuyển sang trả khi nhận hàng',
  order_paid: 'Đã thanh toán',
  order_confirmed: 'Đã xác nhận',
  order_shipped: 'Đang giao',
  order_delivered: 'Đã giao',
  order_cancelled: 'Đã hủy',
  order_expired: 'Đơn hết hạn',
  refund_due: 'Sẽ hoàn tiền',
  refund_done: 'Đã hoàn tiền',
  cart_left: 'Giỏ hàng bỏ quên',
}
const channels: Record<OutboxMessage['channel'], string> = { email: 'Email', sms: 'SMS' }

/** /noi-bo/hop-thu: mails and short messages to shoppers, newest first. Plain, for staff alone. */
export async function serveOutbox(fastify: FastifyInstance, options: Options): Promise<void> {
  const { desk, staff_token, public_url } = options
  await fastify.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (isStranger(request, reply, staff_token)) return reply
      void reply.header('cache-control', 'no-store').type('text/html')
      const { origin, 'sec-fetch-site': site } = request.headers
      const is_ours = isSameOrigin({ site: site?.toString(), origin }, public_url)
      if (request.method !== 'GET' && !is_ours) return reply.code(403).send('')
    })
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get(path, async (request) => {
      const input = contract.messages.input.safeParse(request.query)
      return page(await desk.messages(null, input.data ?? {}), options)
    })
    scope.get(`${path}/:outbox_id`, async (request, reply) => {
      const input = contract.messageHtml.input.safeParse(request.params)
      if (!input.success) return reply.code(404).send(not_there)
      const found = await desk.messageHtml(null, input.data).catch(refusalOnly)
      return found === null ? reply.code(404).send(not_there) : found.html
    })
    scope.post(path, async (request, reply) => {
      const input = contract.sendAgain.input.safeParse(request.body)
      if (input.success) await desk.sendAgain(null, input.data).catch(refusalOnly)
      return reply.redirect(path, 303)
    })
  })
}

function refusalOnly(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

function page(messages: readonly OutboxMessage[], { is_demo }: Options): string {
  const note = is_demo
    ? 'Cửa hàng mẫu không gửi gì ra ngoài: mọi email và SMS nằm ở đây.'
    : 'Email và SMS gửi cho khách, mới nhất trước.'
  const last = messages.at(-1)
  const older =
    last === undefined ? '' : `<p><a href="${path}?before=${last.outbox_id}">Tin cũ hơn</a></p>`
  return plainPage('Hộp thư gửi đi', `<p class="note">${note}</p>${list(messages)}${older}`)
}

function list(messages: readonly OutboxMessage[]): string {
  if (messages.length === 0) return '<p class="sheet note">Chưa có tin nào.</p>'
  return messages.map(message).join('')
}

function message(one: OutboxMessage): string {
  const { outbox_id, channel, recipient, state, subject, body, error, order_code } = one
  const at = one.sent_at ?? one.created_at
  const tone = state === 'failed' ? 'bad' : state === 'sent' ? 'good' : 'note'
  const html = one.has_html
    ? `<p><a href="${path}/${outbox_id}">Xem thư như người nhận thấy</a></p>`
    : ''
  const words =
    body === null
      ? ''
      : `<details><summary>${escapeHtml(subject ?? 'Nội dung')}</summary><pre>${linked(body)}</pre>${html}</details>`
  return `<section class="sheet"><p><strong>${channels[channel]}</strong> ${escapeHtml(recipient)}
<span class="${tone}">${states[state]}</span> <span class="note">${formatDateTime(new Date(at))} · ${escapeHtml(topics[one.template] ?? one.template)}${order_code === null ? '' : ` · ${escapeHtml(order_code)}`}</span></p>
${words}${error === null ? '' : `<p class="note">${escapeHtml(error)}${state === 'dropped' ? '' : ` (lần ${one.tries})`}</p>`}${again(one)}</section>`
}

function again({ outbox_id, state }: OutboxMessage): string {
  if (state !== 'failed') return ''
  return `<form method="post" action="${path}"><input type="hidden" name="outbox_id" value="${outbox_id}"><button>Gửi lại</button></form>`
}

/** Addresses in the text can be pressed: in a demo this is where a mail's link is followed from. */
function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (href) => `<a href="${href}">${href}</a>`)
}
