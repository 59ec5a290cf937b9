import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import type {
  Entry,
  SandboxLedger,
  SandboxProvider,
} from '#shop/payment/gateways/sandbox-provider.ts'

/** A provider outside of the shop's database: it remembers every payment, whatever happens to the shop. */
interface RememberingProvider {
  gateway: Gateway
  /** Its payments by the number that the shop gave them. */
  entries: Map<string, Entry>
  /** The bodies that the shop sent and the paths that it asked for, in sequence. */
  requests: { method: string; path: string; body: string }[]
  /** True: every number is in use already. */
  is_full: boolean
  ledger: SandboxLedger
  close: () => Promise<void>
}

/** Serves a sandbox provider by HTTP, with its own ledger in memory. */
export async function openRememberingProvider<S extends { api_url: string }>(
  gateway: Gateway<S>,
  sandbox: SandboxProvider<S>,
): Promise<RememberingProvider> {
  const entries = new Map<string, Entry>()
  const ledger = memoryLedger(entries)
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '', headers } = request
    const body = await text(request)
    provider.requests.push({ method, path: url, body })
    const full: SandboxLedger = { ...ledger, find: async () => somebodys }
    const asked = { method: method as 'GET', url: `http://provider${url}`, body }
    const answer = await sandbox.answer(
      { ...asked, headers: headers as Record<string, string> },
      { settings: sandbox.settings, ledger: provider.is_full ? full : ledger, now: new Date() },
    )
    response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const api_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { settings } = gateway
  if (settings === null) throw new RangeError(`${gateway.code} has no provider`)
  const demo = { ...settings.demo, api_url }
  const provider: RememberingProvider = {
    gateway: { ...gateway, settings: { ...settings, demo } } as Gateway,
    entries,
    requests: [],
    is_full: false,
    ledger,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}

/** The payment of a stranger, which was paid long ago. */
const somebodys: Entry = {
  reference: '1',
  amount: 38_147_000,
  request: {},
  number: 7_001,
  state: 'paid',
  amount_paid: 38_147_000,
  refunds: {},
  created_at: new Date('2026-01-01T00:00:00Z'),
  settled_at: new Date('2026-01-01T00:00:00Z'),
}

function memoryLedger(entries: Map<string, Entry>): SandboxLedger {
  const find = async (reference: string) => entries.get(reference) ?? null
  return {
    open: async (entry, now) => {
      const { reference } = entry
      const fresh = { number: entries.size + 1, amount_paid: 0, refunds: {}, settled_at: null }
      const opened = entries.get(reference) ?? {
        ...entry,
        ...fresh,
        state: 'open',
        created_at: now,
      }
      entries.set(reference, opened)
      return opened
    },
    find,
    findByNumber: async (number) =>
      [...entries.values()].find((entry) => entry.number === number) ?? null,
    settle: async (reference, state, amount_paid, now) => {
      const entry = entries.get(reference)
      if (entry?.state !== 'open') return null
      const settled = { ...entry, state, amount_paid, settled_at: now }
      entries.set(reference, settled)
      return settled
    },
    refundPayment: async () => false,
  }
}
