import { isIP } from 'node:net'
import type { PaymentAttempt } from '#shop/payment/attempt/attempt.ts'
import { type Attempt, notifyPath } from '#shop/payment/gateways/gateway.ts'

/** A stored attempt as its gateway hears of it. */
export function providerAttempt(stored: PaymentAttempt, public_url: string): Attempt {
  const { method, order_code } = stored
  const { name, phone, email, address_text: address } = stored.recipient
  return {
    payment_id: stored.payment_id,
    reference: stored.reference,
    provider_reference: stored.provider_reference,
    order_code,
    amount: stored.amount,
    created_at: stored.created_at,
    expires_at: stored.expires_at,
    ip: signable(stored.ip),
    device: stored.device ?? 'desktop',
    customer: { name, phone, email, address },
    return_url: `${public_url}/cart/success/${method}?code=${encodeURIComponent(order_code)}`,
    notify_url: `${public_url}${notifyPath(method)}`,
  }
}

/**
 * A proxy that hands X-Forwarded-For on as the shopper wrote it says whatever they like, and OnePay's hash
 * knows no quotes: "&vpc_TxnResponseCode=0" in a signed address would be a signed payment.
 */
function signable(ip: string | null): string {
  return ip !== null && isIP(ip) !== 0 ? ip : '127.0.0.1'
}
