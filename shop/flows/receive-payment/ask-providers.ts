import type { OrderId } from '#pure/ids.ts'
import { failAttempt } from '#shop/flows/fail-attempt.ts'
import { receivePayment } from '#shop/flows/receive-payment/receive-payment.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import type { PaymentAttempt } from '#shop/payment/attempt/attempt.ts'
import { claimSilent, type WhichSilent } from '#shop/payment/attempt/attempt-store.ts'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import { ProviderTrouble } from '#shop/payment/gateways/gateway.ts'
import { providerAttempt, type ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'

const batch = 200
const max_parallel = 8
const silent_ms = 24 * 3_600_000
/** How long a page waits for the provider's answer before it shows the stored state. */
const page_patience_ms = 2_500
/** Overdue orders wait no longer than this for slow providers. */
const overdue_limit_ms = 25_000

/** Asks providers about silent attempts whose next query is due; returns how many were asked about. */
export async function askSilent(deps: ProviderDeps): Promise<number> {
  return askAbout(deps, { due: true })
}

/**
 * Asks once about each overdue unpaid order before it expires, so that money which the provider has not reported yet
 * still counts in time. An unreachable provider delays nothing: its money then counts as late (F8).
 */
export async function askBeforeExpiry(deps: ProviderDeps): Promise<number> {
  return askAbout(deps, { overdue: true }, overdue_limit_ms)
}

/**
 * Asks about all silent attempts of an order before it is cancelled or another attempt starts. Waits at most
 * `patience_ms`; a later answer still counts.
 */
export async function askAboutOrder(
  deps: ProviderDeps,
  order_id: OrderId,
  patience_ms: number,
): Promise<void> {
  await askAndWait(deps, { order_id }, order_id, patience_ms)
}

/**
 * Asks about the attempt that a page waits for: at once when the shopper has returned, then at growing intervals.
 * Waits only briefly for the answer.
 */
export async function askForPage(deps: ProviderDeps, order_id: OrderId): Promise<void> {
  await askAndWait(deps, { waited_for: order_id }, order_id, page_patience_ms)
}

async function askAndWait(
  deps: ProviderDeps,
  which: WhichSilent,
  order_id: OrderId,
  patience_ms: number,
): Promise<void> {
  const query = askAbout(deps, which)
  const failed = (error: unknown) => {
    deps.log.warn({ err: error, order_id }, 'a payment could not be queried')
  }
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience_ms)
  })
  await Promise.race([query.then(() => undefined, failed), patience])
  clearTimeout(timer)
}

async function askAbout(
  deps: ProviderDeps,
  which: WhichSilent,
  limit_ms = Number.POSITIVE_INFINITY,
): Promise<number> {
  const started = performance.now()
  let count = 0
  for (;;) {
    const silent = await claimSilent(deps.db, which, deps.now(), batch)
    count += silent.length
    const left = [...silent]
    const worker = async () => {
      for (let attempt = left.pop(); attempt !== undefined; attempt = left.pop()) {
        if (performance.now() - started < limit_ms) await askAboutAttempt(deps, attempt)
      }
    }
    await Promise.all(Array.from({ length: max_parallel }, worker))
    if (silent.length < batch) return count
  }
}

/** The provider's answer moves the order like its own message would. An attempt without an answer for too long ends. */
async function askAboutAttempt(deps: ProviderDeps, silent: PaymentAttempt): Promise<void> {
  const { method, order_code, created_at } = silent
  const gateway = deps.gateways.find(method)
  const tools = gateway === null ? null : deps.gateways.toolsOf(gateway)
  const ends_at = created_at.getTime() + (gateway?.silent_ms ?? silent_ms)
  let outcome: string = 'pending'
  let is_held = silent.held_since !== null
  if (gateway?.query && tools) {
    try {
      const notice = await gateway.query(providerAttempt(silent, deps.public_url), tools)
      if (isAboveAsked(notice, silent))
        throw new RangeError(`${method} reports more than was asked`)
      is_held = notice.is_held ?? false
      for (const reported of [notice, ...(notice.others ?? [])]) {
        outcome = await receivePayment(deps, { gateway: method, source: 'query' }, reported)
      }
    } catch (error) {
      const level = error instanceof ProviderTrouble ? 'warn' : 'error'
      deps.log[level](
        { err: error, order_code, gateway: method },
        'a provider could not be queried',
      )
    }
  }
  const is_over = deps.now().getTime() >= ends_at && !is_held
  if (outcome === 'pending' && is_over) await giveUp(deps, silent)
  if (['known', 'wrong_amount', 'not_found'].includes(outcome)) await stopAsking(deps, silent)
}

/**
 * A page asks for one amount and cannot take more, so the answer is about another payment. Only links to which
 * transfers are made, and which the provider names, may receive more.
 */
function isAboveAsked({ link, status, amount }: PaymentNotice, asked: PaymentAttempt): boolean {
  return link === undefined && status === 'paid' && amount > asked.amount
}

async function giveUp(deps: ProviderDeps, silent: PaymentAttempt): Promise<void> {
  const { order_code, method } = silent
  await endAttempt(deps, silent, 'Cổng thanh toán không xác nhận giao dịch này.')
  deps.log.warn({ order_code, gateway: method }, 'a silent payment attempt was ended')
}

/** Ends the queries: everything about this attempt was reported before. */
async function stopAsking(deps: ProviderDeps, silent: PaymentAttempt): Promise<void> {
  await endAttempt(deps, silent, null)
}

async function endAttempt(
  deps: ProviderDeps,
  silent: PaymentAttempt,
  failure: string | null,
): Promise<void> {
  const now = deps.now()
  await reservingTransaction(deps.db, async (tx) => {
    const order = await lockOrderById(tx, silent.order_id)
    if (order !== null) await failAttempt(tx, order, silent, { failure, ask_at: null }, now)
  })
}
