import type { CustomerId } from '#pure/ids.ts'
import { payment as contract, type TransferCode } from '#contracts/storefront/payment.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { transaction } from '#platform/database/postgres.ts'
import { bankOf } from '#pure/vietnamese/banks.ts'
import { vietQrText } from '#pure/vietnamese/vietqr.ts'
import { type LockedOrder, lockOrder } from '#shop/order/order-store.ts'
import { isPayable, storedCode } from '#shop/order/order.ts'
import { findMissing } from '#shop/payment/ledger/review-store.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import { newNumber } from '#shop/payment/attempt/provider-number.ts'
import type { PayosLinks } from '#shop/payment/relays/payos-links.ts'
import {
  findCode,
  insertCode,
  type ShownCode,
  updateCodeByPayos,
} from '#shop/payment/attempt/transfer-code-store.ts'
import { codeEnd, transfer_method, transferPurpose } from '#shop/payment/attempt/transfer.ts'

/** The shop's own account. */
interface BankAccount {
  bin: string
  account_number: string
  account_name: string
}

/** Where transfers are paid to. */
export interface PaymentWays {
  bank: BankAccount
  payos: PayosLinks | null
  public_url: string
  /** Address of the sandbox bank, where transfers of a demo are simulated; null in a live shop. */
  test_bank_url: string | null
}

export interface CodeDeps extends PaymentWays {
  db: Database
  now: Now
  log: Log
}

interface CodeRequest {
  order_code?: string | undefined
  peek?: boolean | undefined
}

/**
 * Returns the transfer code of an order (contract §7, §9): the live one, else a new one. A code is valid for 300 s
 * from its creation and never longer than the order waits. Two tabs get the same code. After a partial payment the code
 * asks for the missing amount.
 */
export async function transferCode(
  deps: CodeDeps,
  customer_id: CustomerId,
  request: CodeRequest,
): Promise<TransferCode> {
  const { order, code, new_number } = await transaction(deps.db, (tx) =>
    findOrCreate(tx, deps, customer_id, request),
  )
  if (new_number === null) return shown(deps, order, code)
  return shown(deps, order, await offeredByPayos(deps, order, code, new_number))
}

interface OrderCode {
  order: LockedOrder
  code: ShownCode
  /** The number for payOS of a code that was just created; null for an existing one. */
  new_number: number | null
}

async function findOrCreate(
  tx: Tx,
  deps: CodeDeps,
  customer_id: CustomerId,
  { order_code, peek }: CodeRequest,
): Promise<OrderCode> {
  const { refuse } = contract.qrCode
  const now = deps.now()
  const wanted = order_code ? storedCode(order_code) : null
  const order = await lockOrder(tx, customer_id, wanted, ['awaiting_payment'])
  if (!order) throw refuse('order_not_found')
  if (!isPayable(order, now)) throw refuse('order_closed')
  const live = await findLiveAttempt(tx, order.order_id)
  if (live?.state === 'paid') throw refuse('order_closed')
  if (live?.method !== transfer_method) throw refuse('payment_method_not_available')
  const last = await findCode(tx, live.payment_id)
  const amount = await findMissing(tx, order)
  if (last?.amount === amount && (last.expires_at > now || peek))
    return { order, code: last, new_number: null }
  const code = ownCode(deps.bank, order, amount, now)
  const order_number = newNumber()
  await insertCode(tx, live.payment_id, { ...code, order_number }, now)
  return { order, code, new_number: order_number }
}

function ownCode(bank: BankAccount, order: LockedOrder, amount: number, now: Date): ShownCode {
  const { bin: bank_bin, account_number, account_name } = bank
  const content = transferPurpose(order.code)
  return {
    bank_bin,
    account_number,
    account_name,
    amount,
    content,
    qr_text: vietQrText({ bank_bin, account_number, amount, purpose: content }),
    checkout_url: null,
    expires_at: codeEnd(now, order.expires_at),
  }
}

/** Creates a payOS link for the code. While payOS cannot be reached, the code of the shop's own account is returned. */
async function offeredByPayos(
  deps: CodeDeps,
  order: LockedOrder,
  own: ShownCode,
  order_number: number,
): Promise<ShownCode> {
  const { db, now, log, payos, public_url } = deps
  if (payos === null) return own
  const query = `?code=${encodeURIComponent(order.code)}`
  try {
    const { payment_link, ...link } = await payos.create({
      order_number,
      amount: own.amount,
      description: own.content,
      return_url: `${public_url}/cart/success/${transfer_method}${query}`,
      cancel_url: `${public_url}/cart/bank-transfer-info${query}`,
      expires_at: order.expires_at ?? own.expires_at,
    })
    const code = { ...link, expires_at: codeEnd(now(), order.expires_at) }
    await updateCodeByPayos(db, { order_number, payment_link }, code)
    return code
  } catch (error) {
    log.warn(
      { err: error, order_code: order.code },
      'payOS cannot be reached: the code of our own account is shown',
    )
    return own
  }
}

function shown(deps: CodeDeps, order: LockedOrder, code: ShownCode): TransferCode {
  const left_ms = code.expires_at.getTime() - deps.now().getTime()
  const { test_bank_url } = deps
  return {
    id: transfer_method,
    order_code: order.code,
    qr_code: code.qr_text,
    qr_code_url: qrPictureUrl(code.qr_text),
    bank: bankOf(code.bank_bin),
    account_number: code.account_number,
    account_name: code.account_name,
    amount: code.amount,
    content: code.content,
    checkout_url: code.checkout_url,
    expires_at: code.expires_at.toISOString(),
    seconds_left: Math.max(0, Math.floor(left_ms / 1_000)),
    order_expires_at: order.expires_at?.toISOString() ?? null,
    test_bank_url:
      test_bank_url === null ? null : `${test_bank_url}?qr=${encodeURIComponent(code.qr_text)}`,
  }
}
