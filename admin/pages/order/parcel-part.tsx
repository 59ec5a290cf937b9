import { Link } from 'react-router'
import { parcelPath } from '#admin/addresses/paths.ts'
import { ParcelMark } from '#admin/pages/parcels/parcel-mark.tsx'
import { partText } from '#admin/pages/parcels/parcel-texts.ts'
import type { ParcelRow } from '#contracts/staff/parcels.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** The parcels of an order, newest first. */
export function ParcelPart({ parcels }: { parcels: readonly ParcelRow[] }) {
  if (parcels.length === 0) return null
  return (
    <section aria-labelledby="parcels" className="sheet text-sm">
      <h2 id="parcels" className="part-title">
        Vận đơn
      </h2>
      <ul className="mt-2 grid gap-2">
        {parcels.map(({ code, state, part, carrier_title, updated_at }) => (
          <li key={code} className="flex flex-wrap items-center gap-2">
            <Link to={parcelPath(code)} className="link tabular-nums">
              {code}
            </Link>
            {part !== null && <strong>{partText(part)}</strong>}
            <ParcelMark state={state} />
            {state === 'lost' && (
              <Link to={parcelPath(code)} className="tool-main">
                Gửi lại hoặc kết thúc
              </Link>
            )}
            <span className="text-xs text-muted">
              {carrier_title} · {formatDateTime(new Date(updated_at))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
