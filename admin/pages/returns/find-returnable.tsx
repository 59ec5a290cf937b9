import { Form } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'

/** Finds the order whose goods are brought back: what is scanned at the counter goes here. */
export function FindReturnable({ q = '' }: { q?: string }) {
  return (
    <Form method="get" action={addresses.new_return.path} className="sheet">
      <label className="block font-semibold">
        Khách mang hàng tới: quét IMEI hoặc gõ mã đơn
        <span className="mt-1 flex gap-2">
          <input
            name="q"
            defaultValue={q}
            required
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            className="field min-h-11 w-0 grow text-base tabular-nums"
          />
          <button type="submit" className="tool-main min-h-11">
            Tìm đơn
          </button>
        </span>
      </label>
    </Form>
  )
}
