import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { fetchData } from '#web/runtime/on-demand.ts'

/** Seconds between requests: short at first, because most people pay at once, then longer. */
const waits_s = [2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 8, 10, 15]
/** Polling stops after these requests, which take about fifteen minutes. */
const max_requests = 70

/** Statuses that may still change without the shopper. */
const open_states = new Set(['waiting', 'held', 'failed', 'review', 'refund_due', 'closed'])

/**
 * Asks the shop whether money has arrived and then loads the page again, which shows the next step. A hidden
 * window does not ask; it asks when it becomes visible.
 */
export function usePaymentWatch(
  { order_code, status, received, method }: PaymentResult,
  secret: string | null = null,
): void {
  const { revalidate } = useRevalidator()
  const known = `${status} ${received}`
  const may_change = open_states.has(status)
  const latest = useRef({ revalidate, known })
  useEffect(() => {
    latest.current = { revalidate, known }
  })
  useEffect(() => {
    if (!may_change) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let requests = 0
    let is_over = false
    const plan = () => {
      if (is_over || document.hidden || requests >= max_requests) return
      const wait_s = waits_s[Math.min(requests, waits_s.length - 1)] ?? 15
      timer = setTimeout(() => void ask(), wait_s * 1_000)
    }
    const ask = async () => {
      requests += 1
      const change = await changeSince({ method, order_code, secret }, latest.current.known)
      if (change && !is_over) await latest.current.revalidate()
      plan()
    }
    const onShow = () => {
      clearTimeout(timer)
      requests = 0
      if (!document.hidden) void ask()
    }
    plan()
    document.addEventListener('visibilitychange', onShow)
    return () => {
      is_over = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [method, order_code, secret, may_change])
}

interface WatchedPayment {
  method: string | null
  order_code: string
  secret: string | null
}

/** Where the result of a payment is asked for. Loans have calls of their own at .../installment/{id}. */
export function paymentResultPath({ method, order_code, secret }: WatchedPayment): string {
  const id = method === null || method === 'installment' ? 'bank_transfer' : method
  const query = new URLSearchParams({
    order_id_web: order_code,
    ...(secret === null ? {} : { secret }),
  })
  return `/api/cart/v1/payment-gateway/${id}/result?${query}`
}

/** Whether the payment has changed since `known`. False while offline. */
async function changeSince(payment: WatchedPayment, known: string): Promise<boolean> {
  try {
    const { status, received } = await fetchData<PaymentResult>(paymentResultPath(payment))
    return `${status} ${received}` !== known
  } catch {
    return false
  }
}

/** Counts down from the moment the number arrives (contract §4), by a monotonic clock. */
export function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = performance.now() + seconds * 1_000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1_000)))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
