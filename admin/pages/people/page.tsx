import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { personPath } from '#admin/addresses/paths.ts'
import { ChoiceList } from '#admin/kit/choice-list.tsx'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { ListFile } from '#admin/kit/list/list-file.tsx'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
import { InviteNotice } from '#admin/pages/people/invite-notice.tsx'
import type { PeopleData } from '#admin/pages/people/page.server.ts'
import { states } from '#admin/pages/people/state-texts.ts'
import type { StaffChoices, StaffMember } from '#contracts/staff/people.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Nhân viên'

interface PeopleProps {
  data: PeopleData
  answer?: Readonly<Record<string, string>>
}

/** The staff with their roles and shops, and a form for a new member. */
export function Page({ data: { people, choices }, answer }: PeopleProps) {
  return (
    <>
      {answer !== undefined && <InviteNotice answer={answer} />}
      <div className="flex justify-end">
        <ListFile path={addresses.people.path} query={{}} />
      </div>
      <DataTable
        label="Danh sách nhân viên"
        empty="Chưa có nhân viên nào."
        columns={columns}
        rows={people}
        keyOf={({ staff_id }) => staff_id}
      />
      {choices !== null && <NewPerson choices={choices} />}
    </>
  )
}

const columns: Column<StaffMember>[] = [
  {
    title: 'Họ tên',
    look: 'text',
    cell: ({ staff_id, name, is_self }) => (
      <>
        <Link to={personPath(staff_id)} className="link">
          {name}
        </Link>
        {is_self && ' (bạn)'}
      </>
    ),
  },
  { title: 'Tên đăng nhập', cell: ({ login_name }) => login_name },
  { title: 'Vai trò', look: 'text', cell: ({ roles }) => namesOf(roles) },
  { title: 'Cửa hàng', look: 'text', cell: ({ shops }) => namesOf(shops) },
  { title: 'Tình trạng', cell: ({ state }) => states[state] },
  {
    title: 'Hai bước',
    cell: ({ has_totp, has_passkey }) => (has_totp || has_passkey ? 'Bật' : '–'),
  },
  {
    title: 'Dùng lần cuối',
    cell: ({ last_seen_at }) =>
      last_seen_at === null ? '–' : formatDateTime(new Date(last_seen_at)),
  },
]

function namesOf(all: readonly { name: string }[]): string {
  return all.map(({ name }) => name).join(', ') || '–'
}

function NewPerson({ choices: { roles, shops } }: { choices: StaffChoices }) {
  return (
    <>
      <h2 className="mt-2 text-lg">Thêm nhân viên</h2>
      <section className="sheet">
        <StaffForm action={addresses.people.path} hidden={{}} className="grid gap-4">
          <div className="grid gap-4 md:grid-cols-2">
            <TextField label="Họ tên" name="name" autoComplete="off" maxLength={80} />
            <TextField
              label="Tên đăng nhập (chữ, số, dấu chấm)"
              name="login_name"
              autoComplete="off"
              maxLength={40}
            />
          </div>
          <ChoiceList
            legend="Vai trò"
            prefix="role"
            choices={roles.map(({ role_code, name }) => ({ value: role_code, label: name }))}
            chosen={[]}
          />
          <ChoiceList
            legend="Cửa hàng"
            prefix="shop"
            choices={shops.map(({ shop_id, name }) => ({ value: shop_id, label: name }))}
            chosen={[]}
          />
          <div>
            <SubmitButton look="primary">Thêm và lấy liên kết mời</SubmitButton>
          </div>
        </StaffForm>
      </section>
    </>
  )
}
