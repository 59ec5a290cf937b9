import { useState } from 'react'
import { Form } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { payAgainUrl } from '#storefront/addresses/cart-links.ts'
import { TotalComparison } from '#storefront/commerce/checkout/total-comparison.tsx'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import type { RefusalOfCode } from '#storefront/runtime/shown-refusal.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Popup } from '#web/ui/popup.tsx'

interface ConfirmTotalProps {
  order_code: string
  answer: FormAnswer
  is_busy: boolean
}

/** Asks once whether the order may change to another total. Without scripts it is part of the page. */
export function ConfirmTotal({ order_code, answer, is_busy }: ConfirmTotalProps) {
  const [closed, setClosed] = useState<FormAnswer | null>(null)
  const { refusal, values } = answer
  if (refusal?.code !== 'payment_total_change' || closed === answer) return null
  const { previous_total, grand_total } = refusal.data
  const fields = { order_code, grand_total, payment_method: values['payment_method'] }
  return (
    <Popup
      key={grand_total}
      title="Tổng tiền sẽ thay đổi"
      onClose={() => setClosed(answer)}
      max_width={440}
      footer={
        <>
          <a
            href={payAgainUrl(order_code)}
            className={buttonClass('outline', 'flex-1 whitespace-nowrap')}
          >
            Giữ cách cũ
          </a>
          <Form
            method="post"
            action={payAgainUrl(order_code)}
            className="flex min-w-fit flex-1"
            onSubmit={(event) => {
              if (is_busy) event.preventDefault()
            }}
          >
            <input type="hidden" name="intent" value="choose" />
            <input type="hidden" name="pressed" value="popup" />
            {Object.entries(fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button
              type="submit"
              aria-disabled={is_busy}
              className={buttonClass('primary', 'flex-1 whitespace-nowrap')}
            >
              Đồng ý thanh toán
            </button>
          </Form>
        </>
      }
    >
      <ChangedOffers {...refusal.data} />
      <TotalComparison previous_total={previous_total} grand_total={grand_total} />
    </Popup>
  )
}

function ChangedOffers({ lost, gained }: RefusalOfCode<'payment_total_change'>['data']) {
  return (
    <ul className="grid gap-1">
      {lost.map(({ name, amount }) => (
        <li key={name}>
          Không còn ưu đãi “{name}” (-{formatDong(amount)}).
        </li>
      ))}
      {gained.map(({ name, amount }) => (
        <li key={name}>
          Được ưu đãi “{name}” (-{formatDong(amount)}).
        </li>
      ))}
    </ul>
  )
}
