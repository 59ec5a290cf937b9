import { addresses } from '#admin/addresses/addresses.ts'
import { personPath } from '#admin/addresses/paths.ts'
import { ChoiceList } from '#admin/kit/choice-list.tsx'
import { type ListColumn, ListPage } from '#admin/kit/list/list-page.tsx'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
import { InviteNotice } from '#admin/pages/people/invite-notice.tsx'
import type { PeopleData } from '#admin/pages/people/page.server.ts'
import { states } from '#admin/pages/people/state-texts.ts'
import type { StaffChoices, StaffMember } from '#contracts/staff/people.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Nhân viên'
export const has_own_heading = true

interface PeopleProps {
  data: PeopleData
  answer?: Readonly<Record<string, string>>
}

/** The staff with their roles and shops, and a form for a new member. */
export function Page({ data: { people, filters, choices }, answer }: PeopleProps) {
  return (
    <>
      {answer !== undefined && <InviteNotice answer={answer} />}
      <ListPage
        title={title}
        path={addresses.people.path}
        search={{ label: 'Tìm nhân viên', placeholder: 'Họ tên hoặc tên đăng nhập' }}
        filters={[
          { name: 'role', label: 'Vai trò', choices: filters.roles },
          { name: 'shop', label: 'Cửa hàng', choices: filters.shops },
          { name: 'state', label: 'Tình trạng', choices: state_choices },
        ]}
        columns={columns}
        rows={people}
        keyOf={({ staff_id }) => String(staff_id)}
        hrefOf={({ staff_id }) => personPath(staff_id)}
        nameOf={({ name }) => name}
        has_next={false}
        empty="Không tìm thấy nhân viên nào."
      />
      {choices !== null && <NewPerson choices={choices} />}
    </>
  )
}

const state_choices = Object.entries(states).map(([value, name]) => ({ value, title: name }))

const columns: ListColumn<StaffMember>[] = [
  { title: 'Họ tên', cell: ({ name, is_self }) => (is_self ? `${name} (bạn)` : name) },
  { title: 'Tên đăng nhập', small: 'line', cell: ({ login_name }) => login_name },
  { title: 'Vai trò', small: 'line', cell: ({ roles }) => namesOf(roles) },
  { title: 'Cửa hàng', small: 'line', cell: ({ shops }) => namesOf(shops) },
  { title: 'Tình trạng', cell: ({ state }) => states[state] },
  {
    title: 'Hai bước',
    small: 'hidden',
    cell: ({ has_totp, has_passkey }) => (has_totp || has_passkey ? 'Bật' : '–'),
  },
  {
    title: 'Dùng lần cuối',
    small: 'hidden',
    cell: ({ last_seen_at }) =>
      last_seen_at === null ? '–' : formatDateTime(new Date(last_seen_at)),
  },
]

/** Somebody of all shops has too many names for a cell. */
const max_names = 2

function namesOf(all: readonly { name: string }[]): string {
  const shown = all
    .slice(0, max_names)
    .map(({ name }) => name)
    .join(', ')
  return all.length > max_names ? `${shown} và ${all.length - max_names} nữa` : shown || '–'
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
