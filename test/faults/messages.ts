import { sql } from 'kysely'
import { type Fault, noneOf } from '#test/faults/fault.ts'
import { type MoneyShop, openMoneyShop } from '#test/faults/money-shop.ts'
import {
  orderingsOf,
  playStatements,
  statements,
  tellGateway,
  twoTries,
} from '#test/support/payment-messages.ts'
import { signed } from '#test/support/play-provider.ts'

/** All 120 orders of five payment messages, single and doubled, and forged ones (T2, F7). */
export const messages: Fault = async (report, { is_full, rounds }) => {
  const shop = await openMoneyShop()
  try {
    const orderings = orderingsOf(statements)
    for (const times of [1, 2] as const) {
      const wrong: string[] = []
      for (const [number, ordering] of orderings.entries()) {
        // The deadline falls before each statement in turn; in full also before none.
        for (const expires_before of is_full ? [null, number % 5] : [number % 6]) {
          const problem = await playStatements(shop, ordering, { times, expires_before })
          if (problem !== null) wrong.push(`${ordering.join(' → ')}: ${problem}`)
        }
      }
      const name =
        times === 1 ? 'orders of messages that end wrong' : 'the same, told twice at once'
      noneOf(report, name, wrong, `${orderings.length} orders of ${statements.length}, two tries`)
    }
    await forgeries(shop, report, rounds(500, 500))
  } finally {
    await shop.close()
  }
}

/** Wrong keys, a changed byte, another's signature, none: nothing changes, and the true one works. */
async function forgeries(
  shop: MoneyShop,
  report: Parameters<Fault>[0],
  number: number,
): Promise<void> {
  const { order, second: reference } = await twoTries(shop)
  const amount = order.totals.grand_total
  const true_one = {
    message_id: 'TRUE',
    reference,
    status: 'paid' as const,
    amount,
    provider_reference: 'T1',
  }
  const before = await booksOf(shop)
  const changed: string[] = []
  for (let turn = 0; turn < number; turn++) {
    const heard = await forge(shop, turn, true_one)
    if (heard !== 'forged') changed.push(`forgery ${turn} heard "${heard}"`)
  }
  const after = await booksOf(shop)
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    changed.push(`${JSON.stringify(before)} became ${JSON.stringify(after)}`)
  }
  noneOf(report, 'forgeries that changed anything', changed, `${number}, of five kinds`)
  const heard = await tellGateway(shop, 'play_too', true_one)
  const again = await tellGateway(shop, 'play_too', true_one)
  const wrong = heard === 'taken' && again === 'known' ? [] : [`it heard ${heard}, then ${again}`]
  noneOf(report, 'true messages lost to forgeries', wrong, 'the one whose number was forged')
}

async function forge(
  shop: MoneyShop,
  turn: number,
  said: Parameters<typeof signed>[0],
): Promise<string> {
  const true_one = signed(said)
  const other = signed({ ...said, message_id: `OTHER ${turn}` })
  const forged = [
    signed(said, `key ${turn}`),
    { body: true_one.body.replace('"amount":', '"amount":1'), signature: true_one.signature },
    { body: true_one.body, signature: other.signature },
    { body: true_one.body, signature: '' },
    { body: true_one.body, signature: true_one.signature.replace(/.$/, '') },
  ][turn % 5]
  const response = await fetch(`${shop.url}/api/payment/notify/play_too`, {
    method: 'POST',
    headers: { 'x-signature': forged?.signature ?? '' },
    body: forged?.body ?? '',
  })
  return response.text()
}

async function booksOf({ db }: MoneyShop) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from payment_message) as messages,
      (select count(*) from payment_review) as reviews, (select count(*) from refund) as refunds,
      (select count(*) from payment where state = 'paid') as paid,
      (select count(*) from sales_order_event) as events`.execute(db)
  return rows[0]
}
