import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import {
  type Attempt,
  type Gateway,
  type GatewayTools,
  ProviderTrouble,
} from '#shop/payment/gateways/gateway.ts'

/** How the provider behaves to whoever calls. */
export type Mood = 'well' | 'hangs' | 'resets' | 'garbage' | 'busy' | 'redirects' | 'endless'

/** A provider of payments behind a real socket, for tests of what every gateway shares. */
export interface PlayProvider {
  gateway: Gateway<Settings>
  mood: Mood
  /** Calls that reached it. */
  calls: { path: string; body: Record<string, unknown> }[]
  /** What it says of a try when asked; absent: it never heard of it. */
  tries: Map<string, { status: PaymentNotice['status']; amount: number; is_held?: boolean }>
  refund: 'done' | 'requested' | 'failed'
  close: () => Promise<void>
}

const Settings = z.object({ url: z.string().describe('Địa chỉ'), key: z.string().min(8) })
type Settings = z.infer<typeof Settings>

export const play_key = 'khoa-cua-cong-thu'
const Said = z.object({
  message_id: z.string(),
  reference: z.string(),
  status: z.enum(['paid', 'failed', 'pending']),
  amount: z.int(),
  provider_reference: z.string().nullable(),
  is_held: z.boolean().default(false),
})
export type Said = z.input<typeof Said>

/** A message as this provider signs it. */
export function signed(said: Said, key = play_key): { body: string; signature: string } {
  const body = JSON.stringify(said)
  return { body, signature: createHmac('sha256', key).update(body).digest('hex') }
}

export async function openPlayProvider(code = 'play'): Promise<PlayProvider> {
  const server = createServer((request, response) => void answer(provider, request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: PlayProvider = {
    gateway: playGateway(code, url),
    mood: 'well',
    calls: [],
    tries: new Map(),
    refund: 'done',
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}

function playGateway(code: string, url: string): Gateway<Settings> {
  return {
    code,
    title: 'Cổng của bài thử',
    description: 'Chỉ để thử.',
    settles: 'before_delivery',
    isOffered: ({ grand_total }) => grand_total > 0,
    settings: { schema: Settings, secrets: ['key'], demo: { url, key: play_key } },
    start: async ({ reference, amount, ip, device }, tools) => {
      const said = await ask(tools, '/create', { reference, amount, ip, device })
      return z.object({ redirect_url: z.string(), provider_reference: z.string() }).parse(said)
    },
    notices: {
      method: 'POST',
      read: ({ raw, headers }, { key }) => {
        const given = Buffer.from(
          String(headers['x-signature'] ?? '')
            .padEnd(64)
            .slice(0, 64),
        )
        const expected = createHmac('sha256', key).update(raw).digest('hex')
        if (!timingSafeEqual(given, Buffer.from(expected))) return null
        return noticeOf(JSON.parse(raw))
      },
      answer: (outcome) => ({ status: 200, type: 'text/plain', body: outcome }),
    },
    query: async (attempt, tools) => query(attempt, tools),
    refund: async ({ refund_id, amount }, tools) => {
      const said = await ask(tools, '/refund', { refund_id, amount })
      const { state } = z.object({ state: z.enum(['done', 'requested', 'failed']) }).parse(said)
      return { state, provider_reference: `R${refund_id}`, note: null }
    },
  }
}

async function query(
  { reference, amount }: Attempt,
  tools: GatewayTools<Settings>,
): Promise<PaymentNotice> {
  const said = await ask(tools, '/query', { reference })
  const known = z.object({
    status: z.enum(['paid', 'failed', 'pending']),
    amount: z.int(),
    is_held: z.boolean().default(false),
  })
  const found = known.safeParse(said)
  const status = found.success ? found.data.status : 'pending'
  return noticeOf({
    message_id: `query:${reference}:${status}`,
    reference,
    status,
    amount: found.success ? found.data.amount : amount,
    provider_reference: null,
    is_held: found.success && found.data.is_held,
  })
}

function noticeOf(said: unknown): PaymentNotice {
  const { status, ...told } = Said.parse(said)
  const failure = status === 'failed' ? 'Giao dịch bị từ chối.' : null
  return { ...told, status, failure, detail: {} }
}

async function ask(
  { send, settings }: GatewayTools<Settings>,
  path: string,
  body: Record<string, unknown>,
): Promise<unknown> {
  const answer = await send({
    method: 'POST',
    url: settings.url + path,
    body: JSON.stringify(body),
  })
  try {
    if (answer.status === 200) return JSON.parse(answer.body)
  } catch {
    // Said below.
  }
  throw new ProviderTrouble(`answered ${answer.status} in words unknown to us`)
}

async function answer(
  provider: PlayProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? ''
  const body = z.record(z.string(), z.unknown()).parse(JSON.parse(await text(request)))
  provider.calls.push({ path, body })
  switch (provider.mood) {
    case 'hangs':
      return
    case 'resets':
      return void request.socket.resetAndDestroy()
    case 'garbage':
      return void response.end('<html>Xin lỗi</html>')
    case 'busy':
      return void response.writeHead(503, { 'retry-after': '1' }).end()
    case 'redirects':
      return void response.writeHead(307, { location: '/elsewhere' }).end()
    case 'endless':
      return void response.end('x'.repeat(2_000_000))
    default:
      return void response.end(JSON.stringify(said(provider, path, body)))
  }
}

function said(provider: PlayProvider, path: string, body: Record<string, unknown>): unknown {
  const reference = String(body['reference'])
  if (path === '/refund') return { state: provider.refund }
  if (path === '/query') return provider.tries.get(reference) ?? {}
  return {
    redirect_url: `https://play.example/pay/${reference}`,
    provider_reference: `P${reference}`,
  }
}
