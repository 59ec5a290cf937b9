import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { changePath } from '#admin/addresses/paths.ts'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { FactList } from '#admin/kit/fact-list.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { ChangeAnswer, ChangeData } from '#admin/pages/changes/one/page.server.ts'
import type { ShownField } from '#admin/pages/changes/one/shown-change.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ operation_title }: ChangeData) => operation_title

/** One entry of the ledger: who, when, why, and each field before and after. */
export function Page({
  data: { change, may_show, undo, is_undone },
  answer,
}: {
  data: ChangeData
  answer?: ChangeAnswer
}) {
  const { change_id, changed_at, who, about, path, reason, request_id } = change
  return (
    <>
      <section className="sheet">
        <FactList
          facts={[
            ['Ai', who],
            ['Lúc', formatDateTime(new Date(changed_at))],
            [
              'Về',
              path === null ? (
                about
              ) : (
                <Link key="thing" to={path} className="link">
                  {about}
                </Link>
              ),
            ],
            ['Lý do', reason ?? '–'],
            ['Mã yêu cầu', request_id ?? '–'],
          ]}
        />
      </section>
      <DataTable
        label="Trước và sau"
        empty="Chỉ xem, không đổi gì."
        columns={columns}
        rows={(answer ?? change).fields}
        keyOf={({ field }) => field}
      />
      {path !== null && change.has_versions && (
        <p className="sheet text-sm">
          Chữ có phiên bản: mở{' '}
          <Link to={`${path}#versions`} className="link">
            phiên bản của {about}
          </Link>
          , so sánh rồi khôi phục. Bản khôi phục là bản nháp, khách chưa thấy.
        </p>
      )}
      {undo !== null && <UndoPart change_id={change_id} undo={undo} is_undone={is_undone} />}
      {change.has_personal && may_show && answer === undefined && (
        <StaffForm action={changePath(change_id)} hidden={{ intent: 'show' }}>
          <p className="mb-2 text-sm text-muted">
            Dữ liệu cá nhân được che. Bấm Hiện sẽ được ghi vào nhật ký.
          </p>
          <button type="submit" className="tool">
            Hiện
          </button>
        </StaffForm>
      )}
      <p>
        <Link to={addresses.changes.path} className="link">
          Toàn bộ nhật ký
        </Link>
      </p>
    </>
  )
}

interface UndoProps {
  change_id: number
  undo: NonNullable<ChangeData['undo']>
  is_undone: boolean
}

/** Takes the change back, or says why that is too late. */
function UndoPart({ change_id, undo, is_undone }: UndoProps) {
  if (is_undone && undo.is_changed) {
    return (
      <p role="status" className="rounded-xl bg-success-soft px-4 py-2 font-semibold text-success">
        Đã hoàn tác.
      </p>
    )
  }
  return (
    <section aria-labelledby="undo" className="sheet grid gap-2 text-sm">
      <h2 id="undo" className="part-title">
        Hoàn tác
      </h2>
      {undo.is_changed && <p>Đã có người đổi tiếp sau lần này nên không hoàn tác được.</p>}
      <ul>
        {undo.fields.map(({ field, title: name, before, after }) => (
          <li key={field} className="wrap-anywhere">
            {name}: hiện là <strong>{before}</strong>, trước đó là <strong>{after}</strong>
          </li>
        ))}
      </ul>
      {!undo.is_changed && (
        <StaffForm action={changePath(change_id)} hidden={{ intent: 'undo' }}>
          <button type="submit" className="tool">
            Hoàn tác
          </button>
        </StaffForm>
      )}
    </section>
  )
}

const columns: Column<ShownField>[] = [
  { title: 'Mục', cell: ({ title: name }) => name },
  { title: 'Trước', cell: ({ before }) => <span className="wrap-anywhere">{before}</span> },
  { title: 'Sau', cell: ({ after }) => <strong className="wrap-anywhere">{after}</strong> },
]
