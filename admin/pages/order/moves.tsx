import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { orderPath } from '#admin/addresses/paths.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { ShownOrder } from '#admin/pages/order/timeline-texts.ts'
import { move_titles } from '#admin/pages/orders/order-texts.ts'
import { ReasonFields } from '#admin/pages/orders/reason-fields.tsx'

interface MovesProps {
  order: ShownOrder
  /** True: the page has another main action, so that no move is it. */
  has_other_main: boolean
}

/** A button for each legal move. The first one is the main action of the order. */
export function Moves({ order: { code, version, moves }, has_other_main }: MovesProps) {
  const path = orderPath(code)
  // A key may be pressed twice before the page shows that the form is sent.
  const is_sent = useRef(false)
  const { state } = useNavigation()
  useEffect(() => {
    if (state === 'idle') is_sent.current = false
  }, [state])
  const direct = moves
    .filter((move) => move !== 'cancel')
    .map((move, n) => ({ move, is_main: n === 0 && !has_other_main }))
  return (
    <>
      {direct.map(({ move, is_main }) => (
        <StaffForm key={move} action={path} hidden={{ intent: move, version }}>
          <button
            type="submit"
            data-key={is_main ? 'e' : undefined}
            className={is_main ? 'tool-main' : 'tool'}
            onClick={(event) => {
              if (is_sent.current) event.preventDefault()
              is_sent.current = true
            }}
          >
            {move_titles[move]} {is_main && <Key name="e" />}
          </button>
        </StaffForm>
      ))}
      {moves.includes('cancel') && (
        <details className="group relative">
          <summary className="tool list-none text-sale group-open:border-sale">Hủy đơn…</summary>
          <StaffForm
            action={path}
            hidden={{ intent: 'cancel', version }}
            className="absolute right-0 z-10 mt-2 grid w-80 max-w-[calc(100vw-32px)] gap-3 rounded-2xl border border-line bg-white p-4 shadow-pop max-md:fixed max-md:inset-x-4 max-md:bottom-4 max-md:w-auto"
          >
            <ReasonFields />
            <button type="submit" className="tool border-sale text-sale">
              Hủy đơn này
            </button>
          </StaffForm>
        </details>
      )}
    </>
  )
}
