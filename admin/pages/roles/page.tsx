import { rolePath } from '#admin/addresses/paths.ts'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { PlainForm } from '#web/ui/plain-form.tsx'
import type { RolesData } from '#admin/pages/roles/page.server.ts'
import { scope_titles } from '#admin/pages/roles/scope-titles.ts'
import type { StaffRole } from '#contracts/staff/roles.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Bảng quyền'

type Grant = StaffRole['grants'][number]

/** The matrix of permissions and roles: the rows that decide. */
export function Page({ data: { roles, permissions, may_edit, is_demo } }: { data: RolesData }) {
  return (
    <>
      <p className="text-muted">
        Đây là dữ liệu mà hệ thống dùng để quyết định. Người có nhiều vai trò được làm những gì một
        trong các vai trò cho phép.
      </p>
      <RoleList {...{ roles, permissions, may_edit }} />
      <div
        className="sheet overflow-x-auto p-0 max-lg:hidden"
        tabIndex={0}
        role="region"
        aria-label="Bảng quyền"
      >
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-line align-bottom">
              <th scope="col" className="sticky left-0 bg-white px-3 py-2.5 text-left text-muted">
                Quyền
              </th>
              {roles.map(({ role_code, name, people }) => (
                <th key={role_code} scope="col" className="min-w-28 px-3 py-2.5 text-left">
                  {may_edit ? <RoleLink {...{ role_code, name }} /> : name}
                  <span className="block font-normal text-muted">{`${people} người`}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissions.map(({ permission, name }) => (
              <tr key={permission} className="border-b border-line align-top last:border-0">
                <th scope="row" className="sticky left-0 min-w-48 bg-white px-3 py-2.5 text-left">
                  {name}
                </th>
                {roles.map(({ role_code, grants }) => (
                  <td key={role_code} className="px-3 py-2.5">
                    <Cell grant={grants.find((grant) => grant.permission === permission)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {is_demo && <TryRoles roles={roles} />}
    </>
  )
}

/** The same where a matrix has no room: each role with what it may. */
function RoleList({ roles, permissions, may_edit }: Omit<RolesData, 'is_demo'>) {
  return (
    <div className="grid items-start gap-2 md:grid-cols-2 lg:hidden">
      {roles.map(({ role_code, name, people, grants }) => (
        <details key={role_code} className="sheet">
          <summary className="flex min-h-11 items-center justify-between gap-3 font-bold">
            {name}
            <span className="shrink-0 text-sm font-normal text-muted">
              {people} người · {grants.length} quyền ▾
            </span>
          </summary>
          <dl className="grid text-sm">
            {permissions.map(({ permission, name: of_permission }) => {
              const grant = grants.find((one) => one.permission === permission)
              return (
                grant && (
                  <div
                    key={permission}
                    className="flex justify-between gap-4 border-t border-line py-2"
                  >
                    <dt>{of_permission}</dt>
                    <dd className="shrink-0 text-right">
                      <Cell grant={grant} />
                    </dd>
                  </div>
                )
              )
            })}
          </dl>
          {may_edit && <RoleLink role_code={role_code} name={`Sửa quyền của ${name}`} />}
        </details>
      ))}
    </div>
  )
}

function RoleLink({ role_code, name }: Pick<StaffRole, 'role_code' | 'name'>) {
  return (
    <a href={rolePath(role_code)} className="link">
      {name}
    </a>
  )
}

function Cell({ grant }: { grant: Grant | undefined }) {
  if (grant === undefined) return <span className="text-muted">–</span>
  const { scope, max_amount } = grant
  return (
    <>
      {scope_titles[scope]}
      {max_amount !== null && (
        <span className="block text-muted">{`đến ${formatDong(max_amount)}`}</span>
      )}
    </>
  )
}

/** In a demo shop: go on as somebody with this role. */
function TryRoles({ roles }: { roles: readonly StaffRole[] }) {
  return (
    <>
      <h2 className="mt-2 text-lg">Thử một vai trò</h2>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {roles.map(({ role_code, name }) => (
          <PlainForm
            key={role_code}
            action={auth_paths.demo_role}
            hidden={{ role_code }}
            submit={`Thử: ${name}`}
            look="outline"
          />
        ))}
      </div>
    </>
  )
}
