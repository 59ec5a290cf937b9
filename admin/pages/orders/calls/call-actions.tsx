import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import { NoteField } from '#admin/kit/fields/note-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { ReasonFields } from '#admin/pages/orders/reason-fields.tsx'
import type { ShownCall } from '#admin/pages/orders/calls/page.server.ts'
import type { CallOutcome } from '#contracts/staff/calls.ts'

const direct = [
  ['1', 'agreed', 'Đồng ý'],
  ['2', 'no_answer', 'Không nghe máy'],
  ['3', 'change_goods', 'Đổi hàng'],
  ['4', 'wrong_number', 'Sai số'],
] as const satisfies readonly (readonly [string, CallOutcome, string])[]

/** What came of the call: a button and a key for each result. */
export function CallActions({ call: { order } }: { call: ShownCall }) {
  // A key may be pressed twice before the page shows that the form is sent.
  const is_sent = useRef(false)
  const { state } = useNavigation()
  useEffect(() => {
    if (state === 'idle') is_sent.current = false
  }, [state])
  const hidden = { order_code: order.code, version: order.version }
  return (
    <section aria-labelledby="result" className="sheet grid gap-3">
      <h2 id="result" className="part-title">
        Kết quả cuộc gọi
      </h2>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
        {direct.map(([key, outcome, label]) => (
          <StaffForm
            key={outcome}
            action={addresses.order_calls.path}
            hidden={{ ...hidden, outcome }}
            className="grid"
          >
            <button
              type="submit"
              data-key={key}
              className={`${outcome === 'agreed' ? 'tool-main' : 'tool'} min-h-11 justify-center px-2`}
              onClick={(event) => {
                if (is_sent.current) event.preventDefault()
                is_sent.current = true
              }}
            >
              {label} <Key name={key} />
            </button>
          </StaffForm>
        ))}
      </div>
      <div className="grid gap-2 md:grid-cols-2">
        {order.moves.includes('cancel') && (
          <More keyed="5" label="Hủy đơn…" hidden={{ ...hidden, outcome: 'cancel' }}>
            <ReasonFields />
            <button type="submit" className="tool border-sale text-sale">
              Hủy đơn này
            </button>
          </More>
        )}
        <More label="Hẹn gọi lại…" hidden={{ ...hidden, outcome: 'callback' }}>
          <label className="grid gap-1 text-sm font-semibold">
            Gọi lại lúc
            <input
              type="datetime-local"
              name="callback_at"
              required
              className="field w-full font-normal"
            />
          </label>
          <NoteField />
          <button type="submit" className="tool">
            Hẹn gọi lại
          </button>
        </More>
      </div>
    </section>
  )
}

interface MoreProps {
  label: string
  keyed?: string
  hidden: Readonly<Record<string, string | number>>
  children: ReactNode
}

/** A result that needs more words: its form opens below its button. */
function More({ label, keyed, hidden, children }: MoreProps) {
  return (
    <details>
      <summary data-key={keyed} className="tool flex min-h-11 w-full list-none justify-center">
        {label} {keyed !== undefined && <Key name={keyed} />}
      </summary>
      <StaffForm action={addresses.order_calls.path} hidden={hidden} className="mt-2 grid gap-3">
        {children}
      </StaffForm>
    </details>
  )
}
