import { useState } from 'react'
import { useActionData } from 'react-router'
import { useEarlyText } from '#admin/kit/early-text.ts'
import { ScanField } from '#admin/kit/fields/scan-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { codesIn, countUnits, UnitsToScan } from '#admin/pages/packing/order/units-to-scan.tsx'
import type { Problem } from '#admin/runtime/page.ts'
import type { StaffPickup } from '#contracts/staff/pickups.ts'

/** Scans the units of an order and puts them aside. Its shopper is notified at once, so a button sends the form. */
export function PrepareForm({ pickup, path }: { pickup: StaffPickup; path: string }) {
  const { units, version, name, note } = pickup
  const [text, setText] = useState('')
  const field = useEarlyText(setText)
  const { problem = '', refused } = useActionData<Partial<Problem>>() ?? {}
  const { units: counted, unknown } = countUnits(units, codesIn(text), refused)
  // What the notice of the page names is not said twice.
  const unsaid = unknown.filter((one) => !problem.includes(one))
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <UnitsToScan units={counted} />
      <StaffForm
        action={path}
        hidden={{ intent: 'prepare', version }}
        className="sheet grid content-start gap-3 max-lg:order-first"
      >
        <p className="text-sm text-muted">
          Cho {name}
          {note !== null && note !== '' && ` · ${note}`}
        </p>
        <ScanField
          label="Quét từng món"
          ref={field}
          rows={3}
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p role="status" className="min-h-6 text-sm font-semibold text-sale wrap-anywhere">
          {unsaid.length > 0 && `Không thuộc đơn này: ${unsaid.join(', ')}`}
        </p>
        <button type="submit" className="tool-main min-h-11">
          Soạn xong, báo khách
        </button>
      </StaffForm>
    </div>
  )
}

/** Scans the units of a ready order anew, because one of them cannot be given out. Its shopper hears nothing of it. */
export function ReplaceForm({ pickup: { version }, path }: { pickup: StaffPickup; path: string }) {
  return (
    <StaffForm action={path} hidden={{ intent: 'prepare', version }} className="mt-2 grid gap-2">
      <ScanField label="Quét lại cả đơn" rows={2} />
      <div>
        <button type="submit" className="tool">
          Đổi máy
        </button>
      </div>
    </StaffForm>
  )
}
