import { Icon } from '#web/ui/icons.tsx'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { TextField } from '#web/ui/field.tsx'

interface CheckoutRecipientProps {
  recipient: Recipient | null
  answer: FormAnswer
}

/** Fields for another recipient. Folded until the shopper opens them, or they have a value or a problem. */
export function CheckoutRecipient({ recipient, answer }: CheckoutRecipientProps) {
  const names = ['recipient_name', 'recipient_phone']
  const isOpen =
    names.some((name) => answer.values[name] || answer.problems[name]) ||
    Boolean(recipient?.recipient_name ?? recipient?.recipient_phone)
  return (
    <details open={isOpen} className="group">
      <summary className="flex w-fit list-none items-center gap-2 rounded-lg py-1 font-semibold text-accent hover:underline [&::-webkit-details-marker]:hidden">
        <Icon
          name="plus"
          className="size-5 transition-transform group-open:rotate-45 motion-reduce:transition-none"
        />
        Nhờ người khác nhận hàng
      </summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <TextField
          name="recipient_name"
          label="Tên người nhận"
          maxLength={60}
          autoComplete="off"
          defaultValue={recipient?.recipient_name ?? ''}
        />
        <TextField
          name="recipient_phone"
          label="Số điện thoại người nhận"
          type="tel"
          inputMode="tel"
          maxLength={30}
          autoComplete="off"
          defaultValue={recipient?.recipient_phone ?? ''}
        />
      </div>
    </details>
  )
}
