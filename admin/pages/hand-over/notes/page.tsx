import { Form, Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { NoteSheets } from '#admin/pages/hand-over/note-sheets.tsx'
import type { NotesData } from '#admin/pages/hand-over/notes/page.server.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

export const title = 'Biên bản bàn giao'
export const has_own_heading = true

const { path } = addresses.hand_over_notes

/** What was handed over on a day: a note for each shop, carrier and member of staff. */
export function Page({ data: { day, rows } }: { data: NotesData }) {
  const when = formatDate(startOfDay(day))
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <h1 className="text-xl">
          {title} {when}
        </h1>
        <Link to={addresses.hand_over.path} className="tool ml-auto">
          Về bàn giao
        </Link>
      </div>
      <Form action={path} className="sheet flex flex-wrap items-end gap-2 text-sm print:hidden">
        <label className="grid gap-1">
          <span className="text-muted">Ngày</span>
          <input key={day} type="date" name="day" defaultValue={day} className="field min-h-11" />
        </label>
        <button type="submit" className="tool min-h-11">
          Xem
        </button>
      </Form>
      {rows.length === 0 ? (
        <p className="sheet text-muted">Ngày {when} chưa bàn giao vận đơn nào.</p>
      ) : (
        <NoteSheets parcels={rows} />
      )}
    </>
  )
}
