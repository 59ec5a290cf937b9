import { Form } from 'react-router'
import { trade_in_addresses } from '#storefront/addresses/trade-in.ts'
import { buttonClass } from '#web/ui/button.ts'
import { TextField } from '#web/ui/field.tsx'

/** Finds the model by its IMEI. It is sent in a form and not in an address: it identifies the device. */
export function ImeiForm() {
  return (
    <Form
      method="post"
      action={trade_in_addresses.tradeInQuote.path}
      className="flex flex-wrap items-start gap-2"
    >
      <input type="hidden" name="intent" value="imei" />
      <TextField
        name="imei"
        label="Nhập IMEI của máy"
        hint="Bấm *#06# trên máy để xem IMEI."
        inputMode="numeric"
        maxLength={40}
        required
        autoComplete="off"
        className="min-w-0 flex-1 basis-60"
      />
      <button type="submit" className={buttonClass('primary', 'min-h-12 px-5 sm:mt-7')}>
        Kiểm tra ngay
      </button>
    </Form>
  )
}
