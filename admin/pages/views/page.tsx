import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import { menuTitle } from '#admin/addresses/menu-groups.ts'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import type { SavedView } from '#contracts/staff/views.ts'

export const title = 'Bộ lọc đã lưu'

/** Renames and removes views. The forms load a new document, because the links above the lists come with it. */
export function Page({ data }: { data: SavedView[] }) {
  if (data.length === 0) {
    return (
      <p className="sheet">
        Chưa có bộ lọc nào. Hãy lọc một danh sách rồi bấm “Lưu bộ lọc này” ở phía trên.
      </p>
    )
  }
  return (
    <ul className="grid gap-2">
      {data.map((view) => (
        <li key={view.staff_view_id} className="sheet flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 grow">
            <Link to={pathOf(view)} className="link wrap-anywhere">
              {view.name}
            </Link>
            <span className="block text-sm text-muted">
              {menuTitle(view.list)}
              {view.is_team && (view.is_own ? ' · cả nhóm' : ` · ${view.saved_by} lưu cho cả nhóm`)}
            </span>
          </p>
          {view.is_own && <OwnForms view={view} />}
        </li>
      ))}
    </ul>
  )
}

function OwnForms({ view: { staff_view_id, name } }: { view: SavedView }) {
  const action = addresses.views.path
  return (
    <>
      <StaffForm
        action={action}
        hidden={{ intent: 'rename', staff_view_id }}
        reloadDocument
        className="flex flex-wrap items-center gap-2"
      >
        <label>
          <span className="sr-only">Tên mới của {name}</span>
          <input name="name" defaultValue={name} required maxLength={40} className="field" />
        </label>
        <SubmitButton>Đổi tên</SubmitButton>
      </StaffForm>
      <StaffForm action={action} hidden={{ intent: 'remove', staff_view_id }} reloadDocument>
        <SubmitButton>Xóa</SubmitButton>
      </StaffForm>
    </>
  )
}

function pathOf(view: SavedView): string {
  const all: StaffAddress[] = Object.values(addresses)
  const path = all.find(({ page }) => page === view.list)?.path ?? addresses.today.path
  return view.query === '' ? path : `${path}?${view.query}`
}
