import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { rolePath } from '#admin/addresses/paths.ts'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import type { Fields } from '#admin/runtime/page.ts'
import type { RoleData } from '#admin/pages/role/page.server.ts'
import { scope_titles } from '#admin/pages/roles/scope-titles.ts'

export const title = ({ role }: RoleData) => `Quyền: ${role.name}`

/** One role: each permission with its scope, and up to which amount where it decides about one. */
export function Page({ data, typed }: { data: RoleData; typed?: Fields }) {
  const { role, permissions, history } = data
  const { role_code, people, grants } = role
  return (
    <>
      <p className="text-muted">{people} người có vai trò này. Thay đổi có hiệu lực ngay.</p>
      <StaffForm
        action={rolePath(role_code)}
        hidden={{ seen: JSON.stringify(grants) }}
        className="sheet grid gap-4 text-sm"
      >
        <ul className="grid gap-x-8 md:grid-cols-2">
          {permissions.map(({ permission, name, has_amount }) => {
            const grant = grants.find((one) => one.permission === permission)
            return (
              <li
                key={permission}
                className="flex flex-wrap items-center gap-2 border-b border-line py-1.5"
              >
                <span className="grow font-semibold">{name}</span>
                {has_amount && (
                  <MoneyInput
                    name={`amount:${permission}`}
                    defaultValue={typed?.[`amount:${permission}`] ?? grant?.max_amount ?? ''}
                    placeholder="mọi số tiền"
                    aria-label={`${name}: đến số tiền (đ)`}
                    className="field w-32"
                  />
                )}
                <select
                  name={`scope:${permission}`}
                  defaultValue={typed?.[`scope:${permission}`] ?? grant?.scope ?? ''}
                  aria-label={name}
                  className="field w-40"
                >
                  <option value="">–</option>
                  {Object.entries(scope_titles).map(([scope, scope_title]) => (
                    <option key={scope} value={scope}>
                      {scope_title}
                    </option>
                  ))}
                </select>
              </li>
            )
          })}
        </ul>
        <div>
          <SubmitButton look="primary">Lưu quyền</SubmitButton>
        </div>
      </StaffForm>
      {history !== null && <ChangeHistory entries={history} thing="role" thing_key={role_code} />}
      <p>
        <Link to={addresses.roles.path} className="link">
          Bảng quyền
        </Link>
      </p>
    </>
  )
}
