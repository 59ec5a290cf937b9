import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { askSilent } from '#shop/flows/receive-payment/ask-providers.ts'
import { type Fault, none, noneOf, slowest } from '#test/faults/fault.ts'
import { type MoneyShop, openMoneyShop } from '#test/faults/money-shop.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import type { Mood } from '#test/support/fake-provider.ts'
import { products } from '#test/support/small-shop.ts'

const shoppers = 12
/** Ten seconds for the provider, and one for the work of the shop. */
const answer_bar_s = 11
const longest_transaction_ms = 1_000
const storm_bar = 1.1

/** F6, F17: a provider hangs 10 s, resets, answers garbage or 503. Orders wait and are paid later. */
export const gateway: Fault = async (report, { is_full }) => {
  const shop = await openMoneyShop()
  const moods: Mood[] = is_full
    ? ['hangs', 'resets', 'garbage', 'busy', 'endless', 'redirects']
    : ['hangs', 'resets', 'garbage', 'busy']
  try {
    for (const mood of moods) await runMood(shop, mood, report)
  } finally {
    await shop.close()
  }
}

interface Shopper {
  buyer: Buyer
  order: Order
}

async function runMood(shop: MoneyShop, mood: Mood, report: Parameters<Fault>[0]): Promise<void> {
  const [provider] = shop.fakes
  // The shop calls the provider again, whatever happened before.
  shop.pass(3_600_000)
  const crowd = await Promise.all(Array.from({ length: shoppers }, () => ordered(shop)))
  provider.mood = mood
  provider.calls.length = 0
  const watch = watchTransactions(shop)
  const answers = await Promise.all(crowd.map(pressPay))
  // Each shopper tries once more.
  answers.push(...(await Promise.all(crowd.map(pressPay))))
  const calls = provider.calls.length
  const open_ms = await watch.end()
  // A second attempt first asks for the result of the first one.
  const expected_calls = crowd.length * 3
  const unexpected = answers.filter(({ outcome }) => outcome !== '503 payment_provider_away')
  noneOf(
    report,
    `${mood}: answers other than 503`,
    unexpected.map(({ outcome }) => outcome),
    `${answers.length} attempts to pay`,
  )
  slowest(
    report,
    `${mood}: slowest answer`,
    answers.map(({ ms }) => ms),
    answer_bar_s,
  )
  report({
    name: `${mood}: longest transaction`,
    value: open_ms,
    unit: 'ms',
    bar: longest_transaction_ms,
    good: 'at most',
    how: 'checked every 20 ms in pg_stat_activity',
  })
  report({
    name: `${mood}: calls per expected call`,
    value: calls / expected_calls,
    unit: '',
    bar: storm_bar,
    good: 'at most',
    how: `${calls} calls, ${expected_calls} expected to create or query payments`,
  })
  const lost = await statesOf(shop, crowd)
  noneOf(
    report,
    `${mood}: orders not awaiting payment`,
    lost.filter((order) => !order.endsWith('awaiting_payment')),
    '',
  )
  await payAfterwards(shop, crowd, mood, report)
}

/** The provider works again. It had received some payments: these are paid already, the others pay now. */
async function payAfterwards(
  shop: MoneyShop,
  crowd: readonly Shopper[],
  mood: Mood,
  report: Parameters<Fault>[0],
): Promise<void> {
  const [provider] = shop.fakes
  provider.mood = 'well'
  const received = provider.calls.filter(({ path }) => path === '/create').map(({ body }) => body)
  const amount = crowd[0]?.order.totals.grand_total ?? 0
  for (const { reference } of received) {
    provider.attempts.set(String(reference), { status: 'paid', amount })
  }
  shop.pass(5 * 60_000)
  await askSilent(shop.providers)
  const waiting = (await statesOf(shop, crowd)).filter((order) =>
    order.endsWith('awaiting_payment'),
  )
  const again = await Promise.all(crowd.map(pressPay))
  const refused = again.filter(({ outcome }) => outcome !== '200' && outcome !== '409 order_closed')
  noneOf(
    report,
    `${mood}: cannot pay afterwards`,
    refused.map(({ outcome }) => outcome),
    '',
  )
  const references = received.map(({ reference }) => String(reference))
  const paid = await ordersOf(shop, references)
  none(
    report,
    `${mood}: payments not completed`,
    Math.abs(crowd.length - waiting.length - paid),
    `${paid} orders were paid at the provider, and found paid by a query`,
  )
}

async function ordered(shop: MoneyShop): Promise<Shopper> {
  const buyer = await shop.buyer()
  await buyer.prepare(products.cable)
  return { buyer, order: dataOf<Order>(await buyer.order({ payment_method: 'fake' })) }
}

async function pressPay({ buyer }: Shopper): Promise<{ outcome: string; ms: number }> {
  const started = performance.now()
  const answer = await buyer.call('POST', '/api/cart/v1/order/payment', { payment_method: 'fake' })
  const { status, body } = answer
  const outcome = status === 200 ? '200' : `${status} ${body?.error?.code ?? ''}`
  return { outcome, ms: performance.now() - started }
}

async function statesOf({ db }: MoneyShop, crowd: readonly Shopper[]): Promise<string[]> {
  const codes = crowd.map(({ order }) => order.code)
  const { rows } = await sql<{ code_and_state: string }>`
    select code || ' ' || state as code_and_state from sales_order where code = any(${codes}::text[])
  `.execute(db)
  return rows.map(({ code_and_state }) => code_and_state)
}

/** Counts the orders that have one of these attempts. An order may have several. */
async function ordersOf({ db }: MoneyShop, references: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct order_id) as count from payment where reference = any(${references}::text[])
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Measures the age of the oldest open transaction, without the one of the measurement. */
function watchTransactions({ db }: MoneyShop): { end: () => Promise<number> } {
  let is_over = false
  let longest = 0
  const sample = async () => {
    while (!is_over) {
      const { rows } = await sql<{ ms: number }>`
        select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0) as ms
        from pg_stat_activity
        where application_name = 'money-shop' and pid <> pg_backend_pid()`.execute(db)
      longest = Math.max(longest, Number(rows[0]?.ms ?? 0))
      await sleep(20)
    }
  }
  const sampling = sample()
  return {
    end: async () => {
      is_over = true
      await sampling
      return longest
    },
  }
}
