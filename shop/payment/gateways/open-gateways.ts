import { isIP } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { type OutsideCall, OutsideTrouble } from '#platform/http/outside-call.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import {
  type Attempt,
  type Gateway,
  type GatewayTools,
  notifyPath,
  ProviderTrouble,
} from '#shop/payment/gateways/gateway.ts'
import type { PaymentAttempt } from '#shop/payment/attempt/attempt.ts'
import { findSettings } from '#shop/payment/gateways/gateway-setting-store.ts'
import { isSandboxSettings } from '#shop/payment/gateways/provider-settings.ts'

interface GatewayDeps {
  db: Database
  now: Now
  log: Log
  mode: 'demo' | 'live'
  box: SecretBox
  gateways: readonly Gateway[]
  /** Calls providers. */
  send: OutsideCall
  /** Calls the sandbox providers of a demo, in this process. */
  sandbox?: OutsideCall
}

/** The dependencies of flows that call providers. */
export interface ProviderDeps {
  db: Database
  now: Now
  log: Log
  gateways: OpenGateways
  public_url: string
  /** For how many days after an order ended money for it makes it live again. */
  late_money_days: number
}

/** The current setup of a gateway. */
export interface SetUp {
  /** Undefined: not set up, or not usable. Null: the gateway has no settings. */
  settings: unknown
  /** As it is stored. */
  sealed?: Buffer
  is_stored: boolean
  is_enabled: boolean
  problem: 'unreadable' | 'invalid' | 'only_for_tests' | null
}

/** All payment methods, as staff have set them up. */
export interface OpenGateways {
  /** In the sequence that shoppers see. A gateway that is not set up or switched off is offered to no order. */
  all: readonly Gateway[]
  find: (code: string) => Gateway | null
  setUp: (code: string) => SetUp
  /** Returns the tools of a gateway; null if it is not set up. A switched off gateway still has its tools. */
  toolsOf: (gateway: Gateway) => GatewayTools<unknown> | null
  /** Reads the settings again after a change. If the database fails, the old settings stay in use. */
  refresh: () => Promise<void>
}

/** Returns the label under which the settings of a gateway are encrypted. */
export function settingsLabel(code: string): string {
  return `gateway ${code}`
}

/** Whether settings have a sandbox address or a secret of the demo, which is public. */
export function areDemoSettings(
  { settings }: Gateway,
  values: unknown,
  all: readonly Gateway[],
): boolean {
  if (settings === null || isSandboxSettings(values, all)) return settings !== null
  const demo = new Map(Object.entries(settings.demo as object))
  return Object.entries(values as object).some(
    ([name, value]) => settings.secrets.includes(name) && isDeepStrictEqual(value, demo.get(name)),
  )
}

export async function openGateways(deps: GatewayDeps): Promise<OpenGateways> {
  let known = await readAll(deps)
  const setUp = (code: string) => known.get(code) ?? not_set_up
  const send = callProvider(deps)
  const all = deps.gateways.map((gateway): Gateway => {
    const isOffered: Gateway['isOffered'] = (order) => {
      const { settings, is_enabled } = setUp(gateway.code)
      return is_enabled && settings !== undefined && gateway.isOffered(order)
    }
    return { ...gateway, isOffered }
  })
  return {
    all,
    find: (code) => all.find((gateway) => gateway.code === code) ?? null,
    setUp,
    toolsOf: ({ code }) => {
      const { settings } = setUp(code)
      return settings === undefined ? null : { settings, send, now: deps.now() }
    },
    refresh: async () => {
      try {
        known = await readAll(deps)
      } catch (error) {
        deps.log.warn({ err: error }, 'settings of gateways could not be read again')
      }
    },
  }
}

const not_set_up: SetUp = {
  settings: undefined,
  is_stored: false,
  is_enabled: false,
  problem: null,
}

async function readAll(deps: GatewayDeps): Promise<ReadonlyMap<string, SetUp>> {
  const stored = await findSettings(deps.db)
  return new Map(
    deps.gateways.map((gateway) => {
      const row = stored.find(({ gateway: code }) => code === gateway.code)
      const setup =
        row === undefined
          ? unstored(deps, gateway)
          : { ...read(deps, gateway, row), sealed: row.settings }
      if (setup.problem !== null) {
        const { code } = gateway
        deps.log.error({ gateway: code, problem: setup.problem }, 'a gateway cannot be used')
      }
      return [gateway.code, setup]
    }),
  )
}

function unstored({ mode }: GatewayDeps, { settings }: Gateway): SetUp {
  if (settings === null) return { ...not_set_up, settings: null, is_enabled: true }
  if (mode === 'live') return not_set_up
  return { ...not_set_up, settings: settings.demo, is_enabled: true }
}

function read(
  { box, mode, gateways }: GatewayDeps,
  gateway: Gateway,
  row: { settings: Buffer; is_enabled: boolean },
): SetUp {
  const { is_enabled } = row
  const unusable = (problem: SetUp['problem']): SetUp => ({
    settings: undefined,
    is_stored: true,
    is_enabled,
    problem,
  })
  if (gateway.settings === null)
    return { settings: null, is_stored: true, is_enabled, problem: null }
  const text = box.open(row.settings, settingsLabel(gateway.code))
  if (text === null) return unusable('unreadable')
  const parsed = gateway.settings.schema.safeParse(JSON.parse(text))
  if (!parsed.success) return unusable('invalid')
  if (mode === 'live' && areDemoSettings(gateway, parsed.data, gateways)) {
    return unusable('only_for_tests')
  }
  return { settings: parsed.data, is_stored: true, is_enabled, problem: null }
}

/**
 * Returns the function that calls providers. In a demo, hosts under .thu.invalid are called in this
 * process.
 */
function callProvider({ send, sandbox }: GatewayDeps): OutsideCall {
  return async (request) => {
    const is_sandbox = new URL(request.url).hostname.endsWith('.thu.invalid')
    try {
      if (!is_sandbox) return await send(request)
      if (sandbox === undefined) throw new OutsideTrouble('there are no sandbox providers here')
      return await sandbox(request)
    } catch (cause) {
      if (cause instanceof OutsideTrouble) throw new ProviderTrouble(cause.message, { cause })
      throw cause
    }
  }
}

/** Converts a stored attempt to the form that its gateway gets. */
export function providerAttempt(stored: PaymentAttempt, public_url: string): Attempt {
  const { method, order_code } = stored
  const { name, phone, email, address_text: address } = stored.recipient
  return {
    reference: stored.reference,
    provider_reference: stored.provider_reference,
    provider_link: stored.provider_link,
    order_code,
    amount: stored.amount,
    created_at: stored.created_at,
    expires_at: stored.expires_at,
    ip: signable(stored.ip),
    device: stored.device ?? 'desktop',
    customer: { name, phone, email, address },
    card_plan: stored.card_plan,
    return_url: `${public_url}/cart/success/${method}?code=${encodeURIComponent(order_code)}`,
    notify_url: `${public_url}${notifyPath(method)}`,
  }
}

/**
 * Returns the IP address if it is one, otherwise 127.0.0.1. A proxy may pass on a forged X-Forwarded-For, and
 * OnePay's hash escapes nothing: "&vpc_TxnResponseCode=0" in a signed address would be a signed payment.
 */
function signable(ip: string | null): string {
  return ip !== null && isIP(ip) !== 0 ? ip : '127.0.0.1'
}
