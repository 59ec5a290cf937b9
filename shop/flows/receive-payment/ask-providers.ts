import { transaction } from '#platform/database/postgres.ts'
import { failAttempt } from '#shop/flows/fail-attempt.ts'
import { receivePayment } from '#shop/flows/receive-payment/receive-payment.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import type { PaymentAttempt } from '#shop/payment/attempt/attempt.ts'
import { claimSilent, type WhichSilent } from '#shop/payment/attempt/attempt-store.ts'
import { ProviderTrouble } from '#shop/payment/gateways/gateway.ts'
import { providerAttempt, type ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'

const batch = 200
const at_once = 8
const silent_ms = 24 * 3_600_000
/** How long a page waits for an answer before it shows what is known. */
const page_patience_ms = 2_500
/** Orders whose time is over do not wait longer than this for providers that are slow. */
const overdue_limit_ms = 25_000

/** Asks providers about silent attempts that are due; returns how many. */
export async function askSilent(deps: ProviderDeps): Promise<number> {
  return askAbout(deps, { due: true })
}

/**
 * Asks about unpaid orders whose time is over, once each and before they expire: money that a provider has
 * and did not report to us still counts in time. A provider that is away delays nothing: its money comes
 * late then (F8).
 */
export async function askBeforeExpiry(deps: ProviderDeps): Promise<number> {
  return askAbout(deps, { overdue: true }, overdue_limit_ms)
}

/**
 * Asks about all silent attempts of an order before it is cancelled or another attempt starts. An answer
 * counts whenever it comes; the caller does not wait for long.
 */
export async function askAboutOrder(
  deps: ProviderDeps,
  order_id: number,
  patience_ms: number,
): Promise<void> {
  await askAndWait(deps, { order_id }, order_id, patience_ms)
}

/**
 * Asks about the attempt that a page waits for: at once when the shopper has come back, then ever more
 * seldom. Waits for the answer a moment only.
 */
export async function askForPage(deps: ProviderDeps, order_id: number): Promise<void> {
  await askAndWait(deps, { waited_for: order_id }, order_id, page_patience_ms)
}

async function askAndWait(
  deps: ProviderDeps,
  which: WhichSilent,
  order_id: number,
  patience_ms: number,
): Promise<void> {
  const asked = askAbout(deps, which)
  const failed = (error: unknown) => {
    deps.log.warn({ err: error, order_id }, 'a payment could not be asked about')
  }
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience_ms)
  })
  await Promise.race([asked.then(() => undefined, failed), patience])
  clearTimeout(timer)
}

async function askAbout(
  deps: ProviderDeps,
  which: WhichSilent,
  limit_ms = Number.POSITIVE_INFINITY,
): Promise<number> {
  const started = performance.now()
  let asked = 0
  for (;;) {
    const silent = await claimSilent(deps.db, which, deps.now(), batch)
    asked += silent.length
    const left = [...silent]
    const worker = async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) {
        if (performance.now() - started < limit_ms) await askOne(deps, one)
      }
    }
    await Promise.all(Array.from({ length: at_once }, worker))
    if (silent.length < batch) return asked
  }
}

/** What the provider says moves the order as its own message would; silence for too long ends the attempt. */
async function askOne(deps: ProviderDeps, silent: PaymentAttempt): Promise<void> {
  const { method, order_code, created_at } = silent
  const gateway = deps.gateways.find(method)
  const tools = gateway === null ? null : deps.gateways.toolsOf(gateway)
  const ends_at = created_at.getTime() + (gateway?.silent_ms ?? silent_ms)
  let outcome: string = 'pending'
  let is_held = silent.held_since !== null
  if (gateway?.query && tools) {
    try {
      const notice = await gateway.query(providerAttempt(silent, deps.public_url), tools)
      is_held = notice.is_held ?? false
      for (const one of [notice, ...(notice.others ?? [])]) {
        outcome = await receivePayment(deps, { gateway: method, source: 'query' }, one)
      }
    } catch (error) {
      const level = error instanceof ProviderTrouble ? 'warn' : 'error'
      deps.log[level]({ err: error, order_code, gateway: method }, 'a provider could not be asked')
    }
  }
  const is_over = deps.now().getTime() >= ends_at && !is_held
  if (outcome === 'pending' && is_over) await giveUp(deps, silent)
  if (['known', 'wrong_amount', 'not_found'].includes(outcome)) await stopAsking(deps, silent)
}

async function giveUp(deps: ProviderDeps, silent: PaymentAttempt): Promise<void> {
  const { order_code, method } = silent
  await endAttempt(deps, silent, 'Cổng thanh toán không xác nhận giao dịch này.')
  deps.log.warn({ order_code, gateway: method }, 'a silent payment was given up')
}

/** All there is to know was reported before. */
async function stopAsking(deps: ProviderDeps, silent: PaymentAttempt): Promise<void> {
  await endAttempt(deps, silent, null)
}

async function endAttempt(
  deps: ProviderDeps,
  silent: PaymentAttempt,
  failure: string | null,
): Promise<void> {
  const now = deps.now()
  await transaction(deps.db, async (tx) => {
    const order = await lockOrderById(tx, silent.order_id)
    if (order !== null) await failAttempt(tx, order, silent, { failure, ask_at: null }, now)
  })
}
