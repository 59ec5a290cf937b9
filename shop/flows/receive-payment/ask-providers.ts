import { transaction } from '#platform/database/postgres.ts'
import { lockOrderById } from '#shop/order/order-state-store.ts'
import { attemptOf, type ProviderParts } from '#shop/flows/choose-payment/begin-attempt.ts'
import { endTry } from '#shop/flows/receive-payment/end-attempt.ts'
import { ProviderTrouble } from '#shop/payment/gateways/gateway.ts'
import { receivePayment } from '#shop/flows/receive-payment/receive-payment.ts'
import { claimSilent, type Try, type WhichTries } from '#shop/payment/attempt/attempt-store.ts'

const batch = 200
const at_once = 8
const silent_ms = 24 * 3_600_000
/** How long a page waits for an answer before it shows what is known. */
const page_patience_ms = 2_500
/** Orders whose time is over do not wait longer than this for providers that are slow. */
const overdue_limit_ms = 25_000

/** Asks providers about tries that are silent and whose turn it is (house §5.7); says how many. */
export async function askSilent(parts: ProviderParts): Promise<number> {
  return askAbout(parts, { due: true })
}

/**
 * Asks about unpaid orders whose time is over, once each and before anybody ends them: money that a
 * provider has and we were not told of still counts in time. A provider that is away delays nothing:
 * its money comes late then (F8).
 */
export async function askBeforeExpiry(parts: ProviderParts): Promise<number> {
  return askAbout(parts, { overdue: true }, overdue_limit_ms)
}

/**
 * Asks about all silent tries of an order before it is given up or another try begins. An answer is
 * taken in whenever it comes; whoever waits is not kept for long.
 */
export async function askAboutOrder(
  parts: ProviderParts,
  order_id: number,
  patience_ms: number,
): Promise<void> {
  await askAndWait(parts, { order_id }, order_id, patience_ms)
}

/**
 * Asks about the try that a page waits for, now and then: at once when the shopper has come back, then
 * ever more seldom. Waits for the answer a moment only.
 */
export async function askForPage(parts: ProviderParts, order_id: number): Promise<void> {
  await askAndWait(parts, { waited_for: order_id }, order_id, page_patience_ms)
}

async function askAndWait(
  parts: ProviderParts,
  which: WhichTries,
  order_id: number,
  patience_ms: number,
): Promise<void> {
  const asked = askAbout(parts, which)
  const failed = (error: unknown) => {
    parts.log.warn({ err: error, order_id }, 'a payment could not be asked about')
  }
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience_ms)
  })
  await Promise.race([asked.then(() => undefined, failed), patience])
  clearTimeout(timer)
}

async function askAbout(
  parts: ProviderParts,
  which: WhichTries,
  limit_ms = Number.POSITIVE_INFINITY,
): Promise<number> {
  const started = performance.now()
  let asked = 0
  for (;;) {
    const silent = await claimSilent(parts.db, which, parts.now(), batch)
    asked += silent.length
    const left = [...silent]
    const worker = async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) {
        if (performance.now() - started < limit_ms) await askOne(parts, one)
      }
    }
    await Promise.all(Array.from({ length: at_once }, worker))
    if (silent.length < batch) return asked
  }
}

/** What the provider says moves the order as its own message would; silence for too long ends the try. */
async function askOne(parts: ProviderParts, silent: Try): Promise<void> {
  const { method, order_code, created_at } = silent
  const gateway = parts.gateways.find(method)
  const tools = gateway === null ? null : parts.gateways.toolsOf(gateway)
  const ends_at = created_at.getTime() + (gateway?.silent_ms ?? silent_ms)
  let outcome: string = 'pending'
  let is_held = silent.held_since !== null
  if (gateway?.query && tools) {
    try {
      const notice = await gateway.query(attemptOf(silent, parts.public_url), tools)
      is_held = notice.is_held ?? false
      for (const one of [notice, ...(notice.others ?? [])]) {
        outcome = await receivePayment(parts, { gateway: method, source: 'query' }, one)
      }
    } catch (error) {
      const level = error instanceof ProviderTrouble ? 'warn' : 'error'
      parts.log[level]({ err: error, order_code, gateway: method }, 'a provider could not be asked')
    }
  }
  const is_over = parts.now().getTime() >= ends_at && !is_held
  if (outcome === 'pending' && is_over) await giveUp(parts, silent)
  if (['known', 'wrong_amount', 'not_found'].includes(outcome)) await stopAsking(parts, silent)
}

async function giveUp(parts: ProviderParts, silent: Try): Promise<void> {
  const { order_code, method } = silent
  await endNow(parts, silent, 'Cổng thanh toán không xác nhận giao dịch này.')
  parts.log.warn({ order_code, gateway: method }, 'a silent payment was given up')
}

/** All there is to know was told before. */
async function stopAsking(parts: ProviderParts, silent: Try): Promise<void> {
  await endNow(parts, silent, null)
}

async function endNow(parts: ProviderParts, silent: Try, failure: string | null): Promise<void> {
  const now = parts.now()
  await transaction(parts.db, async (tx) => {
    const order = await lockOrderById(tx, silent.order_id)
    if (order !== null) await endTry(tx, order, silent, failure, now)
  })
}
