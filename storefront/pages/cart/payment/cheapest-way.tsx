import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import type {
  CheapestWay as Cheapest,
  PaymentData,
  Way,
} from '#storefront/pages/cart/payment/page.server.ts'
import { buttonClass } from '#web/ui/button.ts'

interface CheapestWayProps {
  cheapest: Cheapest | null
  changed: PaymentData['changed']
  /** What is chosen now, and the total with it. */
  now: Way
  total: number
  onChoose: (payment_method: string) => void
}

/** "Rẻ nhất cho đơn này": a voucher and a payment method that cost less, taken in one press and undone in one. */
export function CheapestWay({ cheapest, changed, now, total, onChoose }: CheapestWayProps) {
  const is_busy = useNavigation().state !== 'idle'
  const is_changed = changed !== null && isSame(changed.to, now)
  if (is_changed) {
    return (
      <Offer text="Đã đổi sang cách trả rẻ nhất." tone="bg-mist">
        <WayForm way={changed.from} from={null} onChoose={onChoose}>
          <button type="submit" aria-disabled={is_busy} className={buttonClass('outline')}>
            Hoàn tác
          </button>
        </WayForm>
      </Offer>
    )
  }
  const saving = cheapest === null ? 0 : total - cheapest.grand_total
  if (cheapest === null || saving <= 0) return null
  const way = {
    payment_method: cheapest.needs_method ? cheapest.payment_method : now.payment_method,
    code: cheapest.voucher_code ?? '',
  }
  return (
    <Offer text={offerText(cheapest, way, now, saving)} tone="bg-success-soft text-success">
      <WayForm way={way} from={now} onChoose={onChoose}>
        <button type="submit" aria-disabled={is_busy} className={buttonClass('primary')}>
          Áp dụng
        </button>
      </WayForm>
    </Offer>
  )
}

/** "Rẻ nhất cho đơn này: đổi sang ZaloPay + mã MOINGAY50, bớt thêm 100.000đ". */
function offerText(cheapest: Cheapest, way: Way, now: Way, saving: number): string {
  const is_other = way.payment_method !== now.payment_method
  const parts = [
    ...(is_other ? [`đổi sang ${cheapest.payment_title}`] : []),
    ...(way.code === now.code ? [] : [way.code === '' ? `bỏ mã ${now.code}` : `mã ${way.code}`]),
  ]
  return `Rẻ nhất cho đơn này: ${parts.join(' + ')}, bớt thêm ${formatDong(saving)}`
}

function Offer({ text, tone, children }: { text: string; tone: string; children: ReactNode }) {
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center justify-between gap-3 rounded-2xl p-3 pl-4 ${tone}`}
    >
      <p className="min-w-0 flex-1 basis-56 text-[15px] font-semibold">{text}</p>
      {children}
    </div>
  )
}

interface WayFormProps {
  way: Way
  /** What a later press can return to; null: nothing. */
  from: Way | null
  onChoose: (payment_method: string) => void
  children: ReactNode
}

function WayForm({ way, from, onChoose, children }: WayFormProps) {
  return (
    <Form
      method="post"
      action={cart_addresses.payment.path}
      preventScrollReset
      onSubmit={() => onChoose(way.payment_method)}
    >
      <input type="hidden" name="intent" value="way" />
      <input type="hidden" name="payment_method" value={way.payment_method} />
      <input type="hidden" name="code" value={way.code} />
      {from === null ? null : (
        <>
          <input type="hidden" name="from_method" value={from.payment_method} />
          <input type="hidden" name="from_code" value={from.code} />
        </>
      )}
      {children}
    </Form>
  )
}

function isSame(one: Way, other: Way): boolean {
  return one.payment_method === other.payment_method && one.code === other.code
}
