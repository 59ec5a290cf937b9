import { rolePath } from '#admin/addresses/paths.ts'
import { historyOf, type HistoryEntry } from '#admin/pages/changes/history-of.ts'
import { type Fields, type Problem, problemOrThrow, staffPage } from '#admin/runtime/page.ts'
import { amount_permissions, permission_names } from '#contracts/staff/permissions.ts'
import { roles as contract, type StaffRole } from '#contracts/staff/roles.ts'
import { Refusal } from '#pure/contract.ts'

export interface RoleData {
  role: StaffRole
  permissions: { permission: string; name: string; has_amount: boolean }[]
  history: readonly HistoryEntry[] | null
}

/** /noi-bo/quyen/{role_code}: what one role may do, and where. */
export const page = staffPage<RoleData>({
  needs: 'roles.role',
  loader: async (context) => {
    const { services, actor, params } = context
    const role = await services.roles.role(actor, { role_code: params['role_code'] ?? '' })
    return {
      role,
      permissions: Object.entries(permission_names).map(([permission, name]) => ({
        permission,
        name,
        has_amount: amount_permissions.has(permission),
      })),
      history: await historyOf(context, { thing: 'role', thing_key: role.role_code }),
    }
  },
  action: async ({ services, actor, params }, fields) => {
    const role_code = params['role_code'] ?? ''
    const input = contract.change.input.safeParse({
      role_code,
      grants: grantsIn(fields),
      seen: seenIn(fields),
    })
    if (!input.success) {
      return { status: 422, problem: 'Số tiền là số nguyên, tính bằng đồng.', typed: fields }
    }
    try {
      await services.roles.change(actor, input.data)
      return { location: rolePath(role_code) }
    } catch (error) {
      return problemOrThrow(problemOf(error), error)
    }
  },
})

function grantsIn(fields: Fields) {
  return Object.keys(permission_names).flatMap((permission) => {
    const scope = fields[`scope:${permission}`]
    const amount = (fields[`amount:${permission}`] ?? '').replaceAll(/[.\s]/g, '')
    return scope ? [{ permission, scope, max_amount: amount === '' ? null : amount }] : []
  })
}

/** What the form was filled with, as the page sent it along. */
function seenIn({ seen = '' }: Fields): unknown {
  try {
    return JSON.parse(seen)
  } catch {
    return null
  }
}

const problems: Readonly<Record<string, string>> = {
  role_fixed: 'Vai trò Điều hành giữ nguyên mọi quyền, để luôn có người quản lý được.',
  own_role: 'Không ai tự đổi quyền của vai trò mình đang có.',
  role_changed: 'Có người vừa đổi vai trò này. Hãy tải lại trang rồi đổi tiếp.',
}

function problemOf(error: unknown): Problem | null {
  if (!(error instanceof Refusal)) return null
  const problem = problems[error.code]
  return problem === undefined ? null : { status: error.status, problem }
}
