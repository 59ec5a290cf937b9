import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { askSilent } from '#shop/flows/receive-payment/ask-providers.ts'
import { type Fault, none, noneOf, slowest } from '#test/faults/fault.ts'
import { type MoneyShop, openMoneyShop } from '#test/faults/money-shop.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import type { Mood } from '#test/support/play-provider.ts'
import { goods } from '#test/support/small-shop.ts'

const shoppers = 12
/** Ten seconds for the provider, and the shop's own work. */
const answer_bar_s = 11
const longest_transaction_ms = 1_000
const storm_bar = 1.1

/** A provider that hangs 10 s, resets, answers garbage or 503: orders wait and settle later (F6, F17). */
export const gateway: Fault = async (report, { is_full }) => {
  const shop = await openMoneyShop()
  const moods: Mood[] = is_full
    ? ['hangs', 'resets', 'garbage', 'busy', 'endless', 'redirects']
    : ['hangs', 'resets', 'garbage', 'busy']
  try {
    for (const mood of moods) await suffer(shop, mood, report)
  } finally {
    await shop.close()
  }
}

interface Shopper {
  buyer: Buyer
  order: Order
}

async function suffer(shop: MoneyShop, mood: Mood, report: Parameters<Fault>[0]): Promise<void> {
  const [provider] = shop.played
  // Trusted again, whatever it did before.
  shop.pass(3_600_000)
  const crowd = await Promise.all(Array.from({ length: shoppers }, () => ordered(shop)))
  provider.mood = mood
  provider.calls.length = 0
  const watch = watchTransactions(shop)
  const answers = await Promise.all(crowd.map(pressPay))
  // And once more, as people do who were told to try again.
  answers.push(...(await Promise.all(crowd.map(pressPay))))
  const knocks = provider.calls.length
  const open_ms = await watch.end()
  // A second try begins by asking what became of the first.
  const wishes = crowd.length * 3
  const unexpected = answers.filter(({ said }) => said !== '503 payment_provider_away')
  noneOf(
    report,
    `${mood}: other answers than "busy"`,
    unexpected.map(({ said }) => said),
    `${answers.length} tries to pay`,
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
    how: 'looked at every 20 ms in pg_stat_activity',
  })
  report({
    name: `${mood}: knocks for each wish`,
    value: knocks / wishes,
    unit: '',
    bar: storm_bar,
    good: 'at most',
    how: `${knocks} knocks, ${wishes} beginnings and questions`,
  })
  const lost = await statesOf(shop, crowd)
  noneOf(
    report,
    `${mood}: orders not waiting`,
    lost.filter((one) => !one.endsWith('awaiting_payment')),
    '',
  )
  await settle(shop, crowd, mood, report)
}

/** The provider is back and had heard of some: these are paid already, the others pay now. */
async function settle(
  shop: MoneyShop,
  crowd: readonly Shopper[],
  mood: Mood,
  report: Parameters<Fault>[0],
): Promise<void> {
  const [provider] = shop.played
  provider.mood = 'well'
  const heard = provider.calls.filter(({ path }) => path === '/create').map(({ body }) => body)
  const amount = crowd[0]?.order.totals.grand_total ?? 0
  for (const { reference } of heard) {
    provider.tries.set(String(reference), { status: 'paid', amount })
  }
  shop.pass(5 * 60_000)
  await askSilent(shop.providers)
  const waiting = (await statesOf(shop, crowd)).filter((one) => one.endsWith('awaiting_payment'))
  const again = await Promise.all(crowd.map(pressPay))
  const refused = again.filter(({ said }) => said !== '200' && said !== '409 order_closed')
  noneOf(
    report,
    `${mood}: cannot pay afterwards`,
    refused.map(({ said }) => said),
    '',
  )
  const paid = new Set(heard.map(({ reference }) => String(reference).replace(/T\d+$/, ''))).size
  none(
    report,
    `${mood}: payments not settled`,
    Math.abs(crowd.length - waiting.length - paid),
    `${paid} orders were paid over there, unknown to us, until we asked`,
  )
}

async function ordered(shop: MoneyShop): Promise<Shopper> {
  const buyer = await shop.buyer()
  await buyer.prepare(goods.cable)
  return { buyer, order: dataOf<Order>(await buyer.order({ payment_method: 'play' })) }
}

async function pressPay({ buyer }: Shopper): Promise<{ said: string; ms: number }> {
  const started = performance.now()
  const answer = await buyer.call('POST', '/api/cart/v1/order/payment', { payment_method: 'play' })
  const { status, body } = answer
  const said = status === 200 ? '200' : `${status} ${body?.error?.code ?? ''}`
  return { said, ms: performance.now() - started }
}

async function statesOf({ db }: MoneyShop, crowd: readonly Shopper[]): Promise<string[]> {
  const codes = crowd.map(({ order }) => order.code)
  const { rows } = await sql<{ said: string }>`
    select code || ' ' || state as said from sales_order where code = any(${codes}::text[])
  `.execute(db)
  return rows.map(({ said }) => said)
}

/** The age of the oldest transaction that was open at any moment, ours of looking left out. */
function watchTransactions({ db }: MoneyShop): { end: () => Promise<number> } {
  let is_over = false
  let longest = 0
  const look = async () => {
    while (!is_over) {
      const { rows } = await sql<{ ms: number }>`
        select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0) as ms
        from pg_stat_activity
        where application_name = 'money-shop' and pid <> pg_backend_pid()`.execute(db)
      longest = Math.max(longest, Number(rows[0]?.ms ?? 0))
      await sleep(20)
    }
  }
  const looking = look()
  return {
    end: async () => {
      is_over = true
      await looking
      return longest
    },
  }
}
