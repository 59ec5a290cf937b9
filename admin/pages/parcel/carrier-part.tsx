import { parcelPath } from '#admin/addresses/paths.ts'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { outcome_titles, requestText } from '#admin/pages/parcels/parcel-texts.ts'
import type { CarrierNews, StaffParcel } from '#contracts/staff/parcels.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** What the carrier has not done, with what staff can do about it. */
export function CarrierRequest({ parcel }: { parcel: StaffParcel }) {
  const { code, version, request, may_ask_again, may_set_code } = parcel
  if (request === null && !may_set_code) return null
  const path = parcelPath(code)
  return (
    <section aria-label="Hãng giao" className="sheet grid gap-3 text-sm print:hidden">
      {request !== null && (
        <p className={request.state === 'due' ? '' : 'font-semibold text-sale'}>
          {requestText(request)}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-3">
        {may_ask_again && (
          <StaffForm action={path} hidden={{ intent: 'ask_again' }}>
            <button type="submit" className="tool-main">
              Gửi lại cho hãng
            </button>
          </StaffForm>
        )}
        {may_set_code && (
          <StaffForm
            action={path}
            hidden={{ intent: 'set_code', version }}
            className="flex flex-wrap items-end gap-2"
          >
            <label className="block font-semibold">
              Mã vận đơn của hãng
              <input
                name="carrier_code"
                required
                maxLength={60}
                autoComplete="off"
                className="field mt-1 block w-56"
              />
            </label>
            <button type="submit" className="tool">
              Lưu mã
            </button>
          </StaffForm>
        )}
      </div>
    </section>
  )
}

/** Everything that the carrier said, also what moved nothing. */
export function CarrierNewsPart({ news }: { news: readonly CarrierNews[] }) {
  if (news.length === 0) return null
  return (
    <section aria-labelledby="news" className="sheet text-sm">
      <h2 id="news" className="part-title">
        Tin từ hãng giao
      </h2>
      <ol className="mt-2 grid gap-2">
        {news.map((one) => (
          <li key={`${one.happened_at} ${one.status} ${one.source} ${one.received_at}`}>
            <span className="font-semibold">{one.text ?? 'Tin khác của hãng'}</span>{' '}
            <span className="font-mono text-xs text-muted">{one.status}</span>
            <span className={one.outcome === 'not_movable' ? 'font-semibold text-sale' : ''}>
              {' '}
              · {outcome_titles[one.outcome]}
            </span>
            <span className="block text-xs text-muted">
              {formatDateTime(new Date(one.happened_at))}
              {one.source === 'poll' && ' · hệ thống tự hỏi hãng'}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
