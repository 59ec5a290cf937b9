import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Order } from '#contracts/storefront/order.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { InvoiceFields } from '#storefront/commerce/checkout/invoice-fields.tsx'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope } from '#web/ui/field.tsx'

interface OrderInvoiceProps {
  order: Order
  /** The secret of an order that was opened by its link. */
  secret: string | null
  answer: FormAnswer
}

/** Asks for an invoice for a company, or corrects it, until the goods leave the shop. */
export function OrderInvoice({ order, secret, answer }: OrderInvoiceProps) {
  const is_busy = useNavigation().state !== 'idle'
  const { code, payment_method, recipient } = order
  const saved = recipient.company_invoice
  const summary = useFocusAfter(JSON.stringify(saved))
  const was_sent = 'company_name' in answer.problems || 'company_name' in answer.values
  return (
    <details open={was_sent || undefined}>
      <summary ref={summary} className="fold-link min-h-11">
        {saved === null ? 'Yêu cầu xuất hóa đơn công ty' : 'Sửa hóa đơn công ty'}
      </summary>
      <Form
        method="post"
        action={successUrl(payment_method ?? 'cod', code, secret ?? undefined)}
        preventScrollReset
        className="mt-2 grid gap-4"
      >
        <input type="hidden" name="order_code" value={code} />
        {secret !== null && <input type="hidden" name="secret" value={secret} />}
        <FieldScope answer={answer}>
          <div className="grid gap-4 sm:grid-cols-2">
            <InvoiceFields saved={saved} />
          </div>
        </FieldScope>
        <p className="text-sm text-muted">
          Hóa đơn được lập khi giao hàng. Bạn sửa được đến khi hàng rời cửa hàng.
        </p>
        <button
          type="submit"
          name="intent"
          value="invoice"
          disabled={is_busy}
          className={buttonClass('outline', 'w-full sm:w-fit')}
        >
          {saved === null ? 'Gửi yêu cầu' : 'Lưu thay đổi'}
        </button>
      </Form>
    </details>
  )
}

/** The form closes when what it asked for is saved: whoever uses a keyboard goes on where it was opened. */
function useFocusAfter(saved: string) {
  const target = useRef<HTMLElement>(null)
  const before = useRef(saved)
  useEffect(() => {
    if (before.current !== saved) target.current?.focus()
    before.current = saved
  }, [saved])
  return target
}
