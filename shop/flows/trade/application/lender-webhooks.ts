import type { Webhook, WebhookAnswer } from '#platform/http/webhook.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { receiveAnswer } from '#shop/flows/trade/application/receive-answer.ts'
import { forgedWarnings, type WarnOfForged } from '#shop/payment/relays/forged-warnings.ts'
import { lenderNotifyPath, type RawMessage } from '#shop/trade/lender/lender.ts'
import { findLender } from '#shop/trade/lender/lender-row-store.ts'
import { signedLender } from '#shop/trade/lender/signed-lender.ts'

const refused: WebhookAnswer = { status: 401, body: { success: false } }
const unreadable: WebhookAnswer = { status: 400, body: { success: false } }
const unknown: WebhookAnswer = { status: 404, body: { success: false } }

type Deps = Pick<ApplicationDeps, 'db' | 'now' | 'log' | 'lenders'>

/**
 * The callback of companies: /api/installment/notify/{company_id}. The signature is checked before anything is stored.
 */
export function lenderWebhooks(deps: Deps): Webhook[] {
  const warnOfForged = forgedWarnings()
  return [
    {
      path: lenderNotifyPath(':company_id'),
      receive: ({ raw, headers, params }) => {
        const message = { raw: raw.toString('utf8'), headers }
        return receiveLenderMessage(deps, params?.['company_id'] ?? '', message, warnOfForged)
      },
    },
  ]
}

/**
 * Receives one message. A proved one is answered with 200, also a repeated or late one: the company must not send it
 * again. When the database fails, the error is answered with 500, and the company repeats it.
 */
async function receiveLenderMessage(
  deps: Deps,
  company_id: string,
  message: RawMessage,
  warnOfForged: WarnOfForged,
): Promise<WebhookAnswer> {
  const lender = /^[a-z0-9_-]{2,40}$/.test(company_id)
    ? await findLender(deps.db, company_id)
    : null
  const tools = lender && deps.lenders.toolsOf(lender)
  const read = tools === null ? 'forged' : signedLender.read(message, tools.secret)
  if (lender === null || read === 'forged') {
    warnOfForged(deps.log, { relay: `lender ${lender?.company_id ?? ''}` })
    return refused
  }
  if (read === 'unreadable') return unreadable
  const outcome = await receiveAnswer(deps, lender, read)
  return outcome === 'not_found' ? unknown : { status: 200, body: { success: true, outcome } }
}
