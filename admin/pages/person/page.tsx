import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { personPath } from '#admin/addresses/paths.ts'
import { ChoiceList } from '#admin/kit/choice-list.tsx'
import { FactList } from '#admin/kit/fact-list.tsx'
import { secondStepText } from '#admin/auth/auth-texts.ts'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import { InviteNotice } from '#admin/pages/people/invite-notice.tsx'
import { states } from '#admin/pages/people/state-texts.ts'
import type { PersonData } from '#admin/pages/person/page.server.ts'
import type { StaffChoices, StaffMember } from '#contracts/staff/people.ts'

export const title = 'Nhân viên'

interface PersonProps {
  data: PersonData
  answer?: Readonly<Record<string, string>>
}

/** One member of staff. Whoever may manage staff changes roles and shops, invites again, locks. */
export function Page({ data: { person, choices, history }, answer }: PersonProps) {
  return (
    <>
      {answer !== undefined && <InviteNotice answer={answer} />}
      <section className="sheet">
        <FactList
          facts={[
            ['Họ tên', person.name],
            ['Tên đăng nhập', person.login_name],
            ['Tình trạng', states[person.state]],
            ['Vai trò', person.roles.map(({ name }) => name).join(', ') || '–'],
            ['Cửa hàng', person.shops.map(({ name }) => name).join(', ') || '–'],
            ['Xác thực hai bước', secondStepText(person)],
          ]}
        />
      </section>
      {person.is_self && (
        <p className="text-muted">Đây là bạn: vai trò của bạn do người khác đổi.</p>
      )}
      {choices !== null && <Changes person={person} choices={choices} />}
      {history !== null && (
        <ChangeHistory entries={history} thing="staff" thing_key={String(person.staff_id)} />
      )}
      <p>
        <Link to={addresses.people.path} className="link">
          Tất cả nhân viên
        </Link>
      </p>
    </>
  )
}

function Changes({ person, choices }: { person: StaffMember; choices: StaffChoices }) {
  const path = personPath(person.staff_id)
  const seen = Object.fromEntries([
    ...person.roles.map(({ role_code }) => [`seen_role:${role_code}`, 'on'] as const),
    ...person.shops.map(({ shop_id }) => [`seen_shop:${shop_id}`, 'on'] as const),
  ])
  const lock = person.state === 'locked' ? 'unlock' : 'lock'
  return (
    <>
      <section className="sheet">
        <StaffForm
          key={JSON.stringify(seen)}
          action={path}
          hidden={{ intent: 'change', ...seen }}
          className="grid gap-4"
        >
          <ChoiceList
            legend="Vai trò"
            prefix="role"
            choices={choices.roles.map(({ role_code, name }) => ({
              value: role_code,
              label: name,
            }))}
            chosen={person.roles.map(({ role_code }) => role_code)}
          />
          <ChoiceList
            legend="Cửa hàng"
            prefix="shop"
            choices={choices.shops.map(({ shop_id, name }) => ({ value: shop_id, label: name }))}
            chosen={person.shops.map(({ shop_id }) => shop_id)}
          />
          <div>
            <SubmitButton look="primary">Lưu vai trò và cửa hàng</SubmitButton>
          </div>
        </StaffForm>
      </section>
      <section className="sheet grid gap-3">
        <h2 className="text-lg">Đăng nhập</h2>
        <p className="text-muted">
          Lời mời mới đặt lại mật khẩu và bước xác thực thứ hai. Khóa tài khoản kết thúc mọi phiên
          ngay lập tức.
        </p>
        <div className="flex flex-wrap gap-2">
          {!person.is_demo && (
            <StaffForm action={path} hidden={{ intent: 'invite' }}>
              <SubmitButton>Tạo lời mời mới</SubmitButton>
            </StaffForm>
          )}
          <StaffForm action={path} hidden={{ intent: lock }}>
            <SubmitButton>{lock === 'lock' ? 'Khóa tài khoản' : 'Mở khóa'}</SubmitButton>
          </StaffForm>
        </div>
      </section>
    </>
  )
}
