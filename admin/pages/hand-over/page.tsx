import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { parcelPath } from '#admin/addresses/paths.ts'
import { useEarlyText } from '#admin/kit/early-text.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { ScanField } from '#admin/kit/fields/scan-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { NoteSheets } from '#admin/pages/hand-over/note-sheets.tsx'
import { partText } from '#admin/pages/parcels/parcel-texts.ts'
import type { HandOverAnswer } from '#admin/pages/hand-over/page.server.ts'
import type { HandOverReceipt, ParcelRow } from '#contracts/staff/parcels.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Bàn giao'
export const has_own_heading = true

/** Scans parcels into a note; "Bàn giao" hands all of them over, and the note is printed and signed. */
export function Page({ data, answer }: { data: ParcelRow[]; answer?: HandOverAnswer }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <h1 className="text-xl">{title}</h1>
        <Link to={addresses.hand_over_notes.path} className="tool ml-auto">
          Biên bản trong ngày
        </Link>
      </div>
      <StaffForm
        key={answer?.at}
        action={addresses.hand_over.path}
        hidden={{}}
        className="sheet grid gap-3 print:hidden"
      >
        <ParcelScan waiting={data} />
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

/** Counts what is scanned, and names at once what does not wait here: the parcel is still in the hand. */
function ParcelScan({ waiting }: { waiting: readonly ParcelRow[] }) {
  const [text, setText] = useState('')
  const field = useEarlyText(setText)
  const scanned = [...new Set(text.toUpperCase().split(/\s+/).filter(Boolean))]
  const known = new Set(waiting.map(({ code }) => code))
  const ready = scanned.filter((code) => known.has(code))
  // The last one may be half typed.
  const strange = scanned.filter((code) => !known.has(code) && !text.toUpperCase().endsWith(code))
  return (
    <div className="grid gap-1">
      <ScanField
        label="Quét từng vận đơn"
        ref={field}
        name="codes"
        rows={6}
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p role="status" className="min-h-5 text-sm">
        {scanned.length > 0 && `Đã quét ${ready.length} / ${waiting.length} vận đơn chờ bàn giao`}
        {strange.length > 0 && (
          <strong className="text-sale"> · không có ở đây: {strange.join(', ')}</strong>
        )}
      </p>
    </div>
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
    outcome === 'done' && parcel ? [{ ...parcel, handed_at: at, staff_name }] : [],
  )
  const refused = receipt.flatMap(({ code, outcome }) =>
    outcome === 'done' ? [] : [{ code, why: problems[outcome] }],
  )
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
      {done.length > 0 && <NoteSheets parcels={done} />}
    </>
  )
}
