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

/** How the provider answers calls. */
export type Mood = 'well' | 'hangs' | 'resets' | 'garbage' | 'busy' | 'redirects' | 'endless'

/** A payment provider as an HTTP server, for tests of what all gateways share. */
export interface FakeProvider {
  gateway: Gateway<Settings>
  mood: Mood
  /** Calls that it received. */
  calls: { path: string; body: Record<string, unknown> }[]
  /** Its answers to queries by reference; without an entry it does not know the attempt. */
  attempts: Map<string, { status: PaymentNotice['status']; amount: number; is_held?: boolean }>
  refund: 'done' | 'requested' | 'failed'
  close: () => Promise<void>
}

const Settings = z.object({ url: z.string().describe('Địa chỉ'), key: z.string().min(8) })
type Settings = z.infer<typeof Settings>

export const fake_key = 'khoa-cua-cong-thu'
const FakeNotice = z.object({
  message_id: z.string(),
  reference: z.string(),
  status: z.enum(['paid', 'failed', 'pending']),
  amount: z.int(),
  provider_reference: z.string().nullable(),
  is_held: z.boolean().default(false),
})
export type FakeNotice = z.input<typeof FakeNotice>

/** Signs a message as this provider does. */
export function signed(notice: FakeNotice, key = fake_key): { body: string; signature: string } {
  const body = JSON.stringify(notice)
  return { body, signature: createHmac('sha256', key).update(body).digest('hex') }
}

export async function openFakeProvider(code = 'fake'): Promise<FakeProvider> {
  const server = createServer((request, response) => void answer(provider, request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: FakeProvider = {
    gateway: fakeGateway(code, url),
    mood: 'well',
    calls: [],
    attempts: new Map(),
    refund: 'done',
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}

function fakeGateway(code: string, url: string): Gateway<Settings> {
  return {
    code,
    title: 'Cổng của bài thử',
    description: 'Chỉ để thử.',
    settles: 'before_delivery',
    isOffered: ({ amount }) => amount > 0,
    settings: { schema: Settings, secrets: ['key'], demo: { url, key: fake_key } },
    start: async ({ reference, amount, ip, device }, tools) => {
      const response = await ask(tools, '/create', { reference, amount, ip, device })
      return z.object({ redirect_url: z.string(), provider_reference: z.string() }).parse(response)
    },
    notices: {
      method: 'POST',
      read: ({ raw, headers }, { key }) => {
        const signature_sent = Buffer.from(
          String(headers['x-signature'] ?? '')
            .padEnd(64)
            .slice(0, 64),
        )
        const expected = createHmac('sha256', key).update(raw).digest('hex')
        if (!timingSafeEqual(signature_sent, Buffer.from(expected))) return null
        return noticeOf(JSON.parse(raw))
      },
      answer: (outcome) => ({ status: 200, type: 'text/plain', body: outcome }),
    },
    query: async (attempt, tools) => query(attempt, tools),
    refund: async ({ number, amount }, tools) => {
      const response = await ask(tools, '/refund', { number, amount })
      const { state } = z.object({ state: z.enum(['done', 'requested', 'failed']) }).parse(response)
      return { state, provider_reference: `R${number}`, note: null }
    },
  }
}

async function query(
  { reference, amount }: Attempt,
  tools: GatewayTools<Settings>,
): Promise<PaymentNotice> {
  const response = await ask(tools, '/query', { reference })
  const known = z.object({
    status: z.enum(['paid', 'failed', 'pending']),
    amount: z.int(),
    is_held: z.boolean().default(false),
  })
  const parsed = known.safeParse(response)
  const status = parsed.success ? parsed.data.status : 'pending'
  return noticeOf({
    message_id: `query:${reference}:${status}`,
    reference,
    status,
    amount: parsed.success ? parsed.data.amount : amount,
    provider_reference: null,
    is_held: parsed.success && parsed.data.is_held,
  })
}

function noticeOf(message: unknown): PaymentNotice {
  const { status, ...notice } = FakeNotice.parse(message)
  const failure = status === 'failed' ? 'Giao dịch bị từ chối.' : null
  return { ...notice, status, failure, detail: {} }
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
    // Thrown below.
  }
  throw new ProviderTrouble(`answered ${answer.status} in an unknown format`)
}

async function answer(
  provider: FakeProvider,
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
      return void response.end(JSON.stringify(answerTo(provider, path, body)))
  }
}

function answerTo(provider: FakeProvider, path: string, body: Record<string, unknown>): unknown {
  const reference = String(body['reference'])
  if (path === '/refund') return { state: provider.refund }
  if (path === '/query') return provider.attempts.get(reference) ?? {}
  return {
    redirect_url: `https://fake.example/pay/${reference}`,
    provider_reference: `P${reference}`,
  }
}
