import { z } from 'zod'
import { boundedText } from '#platform/http/bounded-body.ts'
import { payosSignature } from '#shop/payment/gateways/payos-signature.ts'

interface PayosKeys {
  client_id: string
  api_key: string
  checksum_key: string
}

interface LinkRequest {
  /** payOS's orderCode: a different whole number for every link. */
  order_number: number
  amount: number
  description: string
  return_url: string
  cancel_url: string
  expires_at: Date
}

/** The payment details of a payOS link: payOS's account and its transfer text. */
export interface PaymentLink {
  bank_bin: string
  account_number: string
  account_name: string
  amount: number
  content: string
  qr_text: string
  checkout_url: string
  /** payOS's id of the link, which its messages name. */
  payment_link: string
}

export interface PayosLinks {
  create: (request: LinkRequest) => Promise<PaymentLink>
}

/** payOS refused or did not answer in time: the caller then uses the shop's own account. */
export class PayosFailure extends Error {
  override name = 'PayosFailure'
}

const address = 'https://api-merchant.payos.vn/v2/payment-requests'

const Created = z.object({
  code: z.literal('00'),
  data: z.object({
    bin: z.string().regex(/^\d{6}$/),
    accountNumber: z.string().min(1).max(40),
    accountName: z.string().max(200),
    amount: z.int().positive(),
    orderCode: z.int(),
    paymentLinkId: z.string().min(1).max(100),
    description: z.string().max(200),
    qrCode: z.string().min(20).max(1_000),
    checkoutUrl: z.url({ protocol: /^https$/ }),
  }),
})

/** Creates payment links at payOS (payos.vn/docs/api): never inside a transaction, 10 s at most. */
export function payosLinks(
  keys: PayosKeys,
  send: typeof fetch = fetch,
  limit_ms = 10_000,
): PayosLinks {
  const post = (body: object) => postSigned(send, keys, body, limit_ms)
  return { create: (request) => create(keys, request, post) }
}

async function create(
  keys: PayosKeys,
  request: LinkRequest,
  post: (body: object) => Promise<unknown>,
): Promise<PaymentLink> {
  const { order_number: orderCode, amount, description } = request
  const signed = {
    amount,
    cancelUrl: request.cancel_url,
    description,
    orderCode,
    returnUrl: request.return_url,
  }
  const signature = payosSignature(keys.checksum_key, signed)
  const expiredAt = Math.floor(request.expires_at.getTime() / 1_000)
  const answer = await post({ ...signed, expiredAt, signature })
  const created = Created.safeParse(answer)
  if (!created.success) throw new PayosFailure('payOS created no payment link')
  const { data } = created.data
  if (data.amount !== amount || data.orderCode !== orderCode) {
    throw new PayosFailure('payOS asks for another payment')
  }
  return {
    bank_bin: data.bin,
    account_number: data.accountNumber,
    account_name: data.accountName,
    amount: data.amount,
    content: data.description,
    qr_text: data.qrCode,
    checkout_url: data.checkoutUrl,
    payment_link: data.paymentLinkId,
  }
}

async function postSigned(
  send: typeof fetch,
  keys: PayosKeys,
  body: object,
  limit_ms: number,
): Promise<unknown> {
  try {
    const response = await send(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-client-id': keys.client_id,
        'x-api-key': keys.api_key,
      },
      body: JSON.stringify(body),
      // Redirects are refused: the shop's keys must go to payOS only.
      redirect: 'error',
      signal: AbortSignal.timeout(limit_ms),
    })
    return JSON.parse(await boundedText(response, 100_000)) as unknown
  } catch (cause) {
    throw new PayosFailure('payOS did not answer', { cause })
  }
}
