import { sql } from 'kysely'
import { type Fault, noneOf } from '#test/faults/fault.ts'
import { type MoneyShop, openMoneyShop } from '#test/faults/money-shop.ts'
import {
  orderingsOf,
  sendStatements,
  statements,
  notifyGateway,
  twoAttempts,
} from '#test/support/payment-messages.ts'
import { signed } from '#test/support/fake-provider.ts'

/** T2, F7: all 120 sequences of five payment messages, single and doubled, and forged messages. */
export const messages: Fault = async (report, { is_full, rounds }) => {
  const shop = await openMoneyShop()
  try {
    const orderings = orderingsOf(statements)
    for (const times of [1, 2] as const) {
      const wrong: string[] = []
      for (const [number, ordering] of orderings.entries()) {
        // The deadline falls before each message in turn; in a full run also before none.
        for (const expires_before of is_full ? [null, number % 5] : [number % 6]) {
          const problem = await sendStatements(shop, ordering, { times, expires_before })
          if (problem !== null) wrong.push(`${ordering.join(' → ')}: ${problem}`)
        }
      }
      const name =
        times === 1 ? 'message sequences with a wrong result' : 'the same, each sent twice at once'
      noneOf(
        report,
        name,
        wrong,
        `${orderings.length} sequences of ${statements.length} messages, two attempts`,
      )
    }
    await forgeries(shop, report, rounds(500, 500))
  } finally {
    await shop.close()
  }
}

/**
 * Forged messages: wrong key, changed byte, another signature, no signature. Nothing changes, and the
 * genuine one is accepted.
 */
async function forgeries(
  shop: MoneyShop,
  report: Parameters<Fault>[0],
  number: number,
): Promise<void> {
  const { order, second: reference } = await twoAttempts(shop)
  const amount = order.totals.grand_total
  const genuine = {
    message_id: 'TRUE',
    reference,
    status: 'paid' as const,
    amount,
    provider_reference: 'T1',
  }
  const before = await ledgerOf(shop)
  const changed: string[] = []
  for (let turn = 0; turn < number; turn++) {
    const answer = await forge(shop, turn, genuine)
    if (answer !== 'forged') changed.push(`forgery ${turn} was answered "${answer}"`)
  }
  const after = await ledgerOf(shop)
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    changed.push(`${JSON.stringify(before)} became ${JSON.stringify(after)}`)
  }
  noneOf(report, 'forgeries that changed anything', changed, `${number}, of five kinds`)
  const first = await notifyGateway(shop, 'fake_too', genuine)
  const again = await notifyGateway(shop, 'fake_too', genuine)
  const wrong =
    first === 'taken' && again === 'known' ? [] : [`it was answered ${first}, then ${again}`]
  noneOf(report, 'genuine messages blocked by forgeries', wrong, 'the message whose id was forged')
}

async function forge(
  shop: MoneyShop,
  turn: number,
  content: Parameters<typeof signed>[0],
): Promise<string> {
  const genuine = signed(content)
  const different = signed({ ...content, message_id: `OTHER ${turn}` })
  const forged = [
    signed(content, `key ${turn}`),
    { body: genuine.body.replace('"amount":', '"amount":1'), signature: genuine.signature },
    { body: genuine.body, signature: different.signature },
    { body: genuine.body, signature: '' },
    { body: genuine.body, signature: genuine.signature.replace(/.$/, '') },
  ][turn % 5]
  const response = await fetch(`${shop.url}/api/payment/notify/fake_too`, {
    method: 'POST',
    headers: { 'x-signature': forged?.signature ?? '' },
    body: forged?.body ?? '',
  })
  return response.text()
}

async function ledgerOf({ db }: MoneyShop) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from payment_message) as messages,
      (select count(*) from payment_review) as reviews, (select count(*) from refund) as refunds,
      (select count(*) from payment where state = 'paid') as paid,
      (select count(*) from sales_order_event) as events`.execute(db)
  return rows[0]
}
