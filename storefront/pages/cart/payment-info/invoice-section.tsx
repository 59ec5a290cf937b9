import type { CompanyInvoice } from '#contracts/storefront/quote.ts'
import { InvoiceFields } from '#storefront/commerce/checkout/invoice-fields.tsx'
import type { FormAnswer } from '#storefront/runtime/page.ts'

interface CheckoutInvoiceProps {
  saved: CompanyInvoice | null
  answer: FormAnswer
}

/** Asks whether the customer wants a company invoice. CSS shows its fields when the answer is yes. */
export function CheckoutInvoice({ saved, answer }: CheckoutInvoiceProps) {
  const wasSent = Object.keys(answer.values).length > 0
  const isWanted = wasSent ? answer.values['wants_company_invoice'] === '1' : saved !== null
  return (
    <div className="invoice grid gap-4">
      <fieldset className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <legend className="mb-1 text-body font-semibold">Xuất hóa đơn công ty</legend>
        <Choice value="1" text="Có" isChosen={isWanted} />
        <Choice value="" text="Không" isChosen={!isWanted} />
      </fieldset>
      <div className="hidden gap-4 [.invoice:has([data-invoice=yes]:checked)_&]:grid sm:grid-cols-2">
        <InvoiceFields saved={saved} />
      </div>
    </div>
  )
}

interface ChoiceProps {
  value: '1' | ''
  text: string
  isChosen: boolean
}

function Choice({ value, text, isChosen }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="wants_company_invoice"
        value={value}
        data-invoice={value === '1' ? 'yes' : 'no'}
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-accent outline-none"
      />
      {text}
    </label>
  )
}
