import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { changePath } from '#admin/addresses/paths.ts'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { FactList } from '#admin/kit/fact-list.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { ChangeAnswer, ChangeData } from '#admin/pages/changes/one/page.server.ts'
import {
  fieldTitle,
  partOf,
  reasonOf,
  thingOf,
  valueText,
  whoOf,
} from '#admin/pages/changes/change-texts.ts'
import { thingPath } from '#admin/pages/changes/thing-path.ts'
import type { ChangeEntry, UndoPlan } from '#contracts/staff/changes.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ operation_title }: ChangeData) => operation_title

/** One entry of the ledger: who, when, why, and each field before and after. */
export function Page({
  data: { entry, may_show, undo, is_undone },
  answer,
}: {
  data: ChangeData
  answer?: ChangeAnswer
}) {
  const { change_id, changed_at, personal_fields, request_id } = entry
  const path = thingPath(entry)
  const name = [thingOf(entry), partOf(entry)].filter((text) => text !== '').join(' · ')
  return (
    <>
      <section className="sheet">
        <FactList
          facts={[
            ['Ai', whoOf(entry)],
            ['Lúc', formatDateTime(new Date(changed_at))],
            [
              'Về',
              path === null ? (
                name
              ) : (
                <Link key="thing" to={path} className="link">
                  {name}
                </Link>
              ),
            ],
            ['Lý do', reasonOf(entry) ?? '–'],
            ['Mã yêu cầu', request_id ?? '–'],
          ]}
        />
      </section>
      <DataTable
        label="Trước và sau"
        empty="Chỉ xem, không đổi gì."
        columns={columns}
        rows={fieldsOf(entry, answer)}
        keyOf={({ field }) => field}
      />
      {path !== null && text_things.has(entry.thing) && (
        <p className="sheet text-sm">
          Chữ có phiên bản: mở{' '}
          <Link to={`${path}#versions`} className="link">
            phiên bản của {name}
          </Link>
          , so sánh rồi khôi phục. Bản khôi phục là bản nháp, khách chưa thấy.
        </p>
      )}
      {undo !== null && <UndoPart entry={entry} undo={undo} is_undone={is_undone} />}
      {personal_fields.length > 0 && may_show && answer === undefined && (
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

/** Texts are taken back by their versions (decision 277). */
const text_things: ReadonlySet<string> = new Set(['article', 'post', 'static_page'])

interface UndoProps extends Pick<ChangeData, 'entry' | 'is_undone'> {
  undo: UndoPlan
}

/** Takes the change back, or says why that is too late. */
function UndoPart({ entry: { change_id, table_name }, undo, is_undone }: UndoProps) {
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
        {Object.entries(undo.changes).map(([field, [now, then]]) => (
          <li key={field} className="wrap-anywhere">
            {fieldTitle(field)}: hiện là <strong>{valueText(field, now, table_name)}</strong>, trước
            đó là <strong>{valueText(field, then, table_name)}</strong>
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

interface Field {
  field: string
  before: string
  after: string
}

const columns: Column<Field>[] = [
  { title: 'Mục', cell: ({ field }) => fieldTitle(field) },
  { title: 'Trước', cell: ({ before }) => <span className="wrap-anywhere">{before}</span> },
  { title: 'Sau', cell: ({ after }) => <strong className="wrap-anywhere">{after}</strong> },
]

function fieldsOf(entry: ChangeEntry, shown: ChangeAnswer | undefined): Field[] {
  const { table_name, changes, secret_fields, personal_fields, action } = entry
  return [
    ...Object.entries(changes).map(([field, [before, after]]) => ({
      field,
      before: valueText(field, before, table_name),
      after: valueText(field, after, table_name),
    })),
    ...secret_fields.map((field) => ({ field, ...sides(action, '••••', '••••') })),
    ...personal_fields.map((field) => ({
      field,
      ...(shown === undefined
        ? sides(action, '•••', '•••')
        : sides(
            action,
            personal(field, shown.before, table_name),
            personal(field, shown.after, table_name),
          )),
    })),
  ]
}

/** A new row had nothing before; a deleted one has nothing after. */
function sides(action: ChangeEntry['action'], before: string, after: string) {
  return {
    before: action === 'insert' ? '–' : before,
    after: action === 'delete' ? '–' : after,
  }
}

function personal(field: string, values: ChangeAnswer['before'], table_name: string): string {
  return values === null ? 'đã xóa' : valueText(field, values[field], table_name)
}
