import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { parcelPath } from '#admin/addresses/paths.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { partText } from '#admin/pages/parcels/parcel-texts.ts'
import type { HandOverAnswer } from '#admin/pages/hand-over/page.server.ts'
import type { HandOverReceipt, ParcelRow } from '#contracts/staff/parcels.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Bàn giao'

/** Scans parcels into a note; "Bàn giao" hands all of them over, and the note is printed and signed. */
export function Page({ data, answer }: { data: ParcelRow[]; answer?: HandOverAnswer }) {
  return (
    <>
      <StaffForm
        key={answer?.at}
        action={addresses.hand_over.path}
        hidden={{}}
        className="sheet grid gap-3 print:hidden"
      >
        <label className="block font-semibold">
          Quét từng vận đơn
          <textarea
            name="codes"
            rows={6}
            required
            autoFocus
            autoCapitalize="characters"
            spellCheck={false}
            className="field mt-1 w-full py-2 font-mono text-base"
          />
        </label>
        <button type="submit" className="tool-main min-h-11">
          Bàn giao tất cả
        </button>
      </StaffForm>
      {answer !== undefined && <Note answer={answer} />}
      <div className="grid gap-2 print:hidden">
        <h2 className="text-lg">Chờ bàn giao ({data.length})</h2>
        <DataTable
          label="Vận đơn chờ bàn giao"
          empty="Không còn vận đơn nào chờ bàn giao."
          columns={waiting_columns}
          rows={data}
          keyOf={({ code }) => code}
        />
      </div>
    </>
  )
}

const waiting_columns: Column<ParcelRow>[] = [
  {
    title: 'Vận đơn',
    cell: ({ code, order_code, part }) => (
      <Lines
        lines={[
          <Link key="code" to={parcelPath(code)} className="link whitespace-nowrap tabular-nums">
            {code}
          </Link>,
          part === null ? order_code : `${order_code} · ${partText(part)}`,
        ]}
      />
    ),
  },
  { title: 'Người nhận', look: 'text', cell: ({ to }) => to },
  {
    title: 'Hãng',
    cell: ({ carrier_title, shop }) => <Lines lines={[carrier_title, shop]} />,
  },
  {
    title: 'Thu hộ',
    look: 'number',
    cell: ({ cod_amount }) => (cod_amount > 0 ? formatDong(cod_amount) : 'Không thu'),
  },
]

const problems: Record<Exclude<HandOverReceipt[number]['outcome'], 'done'>, string> = {
  parcel_not_found: 'không có vận đơn này',
  parcel_not_movable: 'không còn chờ bàn giao',
  parcel_units_missing: 'hàng trên kệ ít hơn số giữ cho đơn',
}

function Note({ answer: { receipt, at, staff_name } }: { answer: HandOverAnswer }) {
  const done = receipt.flatMap(({ outcome, parcel }) =>
    outcome === 'done' && parcel ? [parcel] : [],
  )
  const refused = receipt.flatMap(({ code, outcome }) =>
    outcome === 'done' ? [] : [{ code, why: problems[outcome] }],
  )
  const cod_total = done.reduce((sum, { cod_amount }) => sum + cod_amount, 0)
  return (
    <>
      {refused.length > 0 && (
        <div role="alert" className="rounded-xl bg-sale-soft px-4 py-2 text-sm print:hidden">
          <p className="font-bold text-sale">Chưa bàn giao {refused.length} mã:</p>
          <ul>
            {refused.map(({ code, why }) => (
              <li key={code}>
                <span className="font-mono">{code}</span>: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      {done.length > 0 && (
        <article className="sheet text-sm print:border-0">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="text-lg">Biên bản bàn giao {done.length} vận đơn</h2>
            <button
              type="button"
              onClick={() => window.print()}
              className="tool ml-auto print:hidden"
            >
              In biên bản
            </button>
          </div>
          <p className="text-muted">
            {formatDateTime(new Date(at))} · {staff_name} · thu hộ tổng {formatDong(cod_total)}
          </p>
          <table className="mt-3 w-full border-collapse">
            <thead>
              <tr className="border-y border-ink text-left">
                <th scope="col" className="py-1">
                  Vận đơn
                </th>
                <th scope="col">Người nhận</th>
                <th scope="col">Hãng</th>
                <th scope="col" className="text-right">
                  Thu hộ
                </th>
              </tr>
            </thead>
            <tbody>
              {done.map(({ code, to, part, carrier_title, cod_amount }) => (
                <tr key={code} className="border-b border-line align-top">
                  <td className="py-1.5 pr-3 tabular-nums">
                    {code}
                    {part !== null && ` (${partText(part).toLowerCase()})`}
                  </td>
                  <td className="py-1.5 pr-3 wrap-anywhere">{to}</td>
                  <td className="py-1.5 pr-3">{carrier_title}</td>
                  <td className="py-1.5 text-right tabular-nums">{formatDong(cod_amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="mt-8 grid grid-cols-2 gap-8 text-center">
            <p>Bên giao (ký, ghi rõ họ tên)</p>
            <p>Bên nhận (ký, ghi rõ họ tên)</p>
          </div>
          <div className="h-24" />
        </article>
      )}
    </>
  )
}
