import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { fetchData } from '#web/runtime/on-demand.ts'

/** Waits between questions: quick at first, for most people pay at once, then ever slower. */
const waits_s = [2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 8, 10, 15]
/** After that, some fifteen minutes, nobody waits in front of this window any more. */
const most_asked = 70

/** States that more may follow on by itself. */
const open_ended = new Set(['waiting', 'held', 'failed', 'review', 'refund_due', 'closed'])

/**
 * Asks the shop whether money has come, and loads the page anew when something has: the page then
 * leads on by itself. Nobody looks at a hidden window, so none is asked for it; it is when it shows.
 */
export function usePaymentWatch(
  { order_code, status, received, method }: PaymentResult,
  secret: string | null = null,
): void {
  const { revalidate } = useRevalidator()
  const known = `${status} ${received}`
  const may_change = open_ended.has(status)
  const latest = useRef({ revalidate, known })
  useEffect(() => {
    latest.current = { revalidate, known }
  })
  useEffect(() => {
    if (!may_change) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = 0
    let is_over = false
    const plan = () => {
      if (is_over || document.hidden || asked >= most_asked) return
      const wait_s = waits_s[Math.min(asked, waits_s.length - 1)] ?? 15
      timer = setTimeout(() => void ask(), wait_s * 1_000)
    }
    const ask = async () => {
      asked += 1
      const change = await changeSince({ method, order_code, secret }, latest.current.known)
      if (change && !is_over) await latest.current.revalidate()
      plan()
    }
    const onShow = () => {
      clearTimeout(timer)
      asked = 0
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

/** Whether the shop knows more than this page; offline it cannot be known, so: no. */
async function changeSince(
  {
    method,
    order_code,
    secret,
  }: { method: string | null; order_code: string; secret: string | null },
  known: string,
): Promise<boolean> {
  const query = new URLSearchParams({
    order_id_web: order_code,
    ...(secret === null ? {} : { secret }),
  })
  try {
    const path = `/api/cart/v1/payment-gateway/${method ?? 'bank_transfer'}/result?${query}`
    const { status, received } = await fetchData<PaymentResult>(path)
    return `${status} ${received}` !== known
  } catch {
    return false
  }
}

/** Counts down from the moment the number arrives (contract §4), by a clock that nobody sets. */
export function useSecondsLeft(given: number): number {
  const [left, setLeft] = useState(given)
  useEffect(() => {
    const end = performance.now() + given * 1_000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1_000)))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [given])
  return left
}
