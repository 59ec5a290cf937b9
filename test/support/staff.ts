import type { BrowserContext } from 'playwright-core'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { permissions } from '#contracts/staff/all.ts'
import type { StaffActor, StaffGrant } from '#pure/contract.ts'
import type { Visit, VisitOptions } from '#test/support/browser.ts'
import { knock } from '#test/support/knock.ts'

/** A member of staff with these grants by permission. */
export function staffWith(
  grants: Readonly<Record<string, StaffGrant>>,
  shops: readonly number[] = [],
): StaffActor {
  const entries = Object.entries(grants).map(
    ([permission, grant]) => [permission, [grant]] as const,
  )
  const session = { staff_session_id: 1, second_step_at: new Date('2100-01-01') }
  const known = { kind: 'staff', staff_id: 1, name: 'staff of the tests', ...session } as const
  return { ...known, grants: new Map(entries), shops }
}

/** Grants of these permissions at all shops and for any amount. */
export function everywhere(names: Iterable<string>): Record<string, StaffGrant> {
  return Object.fromEntries([...names].map((name) => [name, { scope: 'all', max_amount: null }]))
}

/** A member of staff with all permissions. */
export const test_staff: StaffActor = staffWith(everywhere(permissions))

/** Enters a demo shop with a role. Returns the headers of its requests. */
export async function staffHeaders(
  { url }: { url: string },
  role = 'director',
): Promise<{ cookie: string }> {
  const form = new URLSearchParams({ role_code: role })
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await knock(url + auth_paths.demo_role, 'POST', { form, headers })
  const cookie = cookieOf(answer.headers)
  if (cookie === null) throw new Error(`nobody can enter as ${role}: ${answer.status}`)
  return { cookie }
}

/** The cookie of a staff session that an answer sets, as a request sends it; null if it sets none. */
export function cookieOf(headers: Headers): string | null {
  return /^(?:__Secure-)?staff=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? null
}

/** Enters a demo shop with a role in a browser context. */
export async function enterAsStaff(
  context: BrowserContext,
  url: string,
  role = 'director',
): Promise<void> {
  const [name = '', value = ''] = (await staffHeaders({ url }, role)).cookie.split('=')
  await context.addCookies([{ name, value, url: `${url}/noi-bo` }])
}

/** Opens a page of the back office with a role, in a browser context of its own. */
export async function visitAsStaff(
  shop: { url: string; visit: (options?: VisitOptions) => Promise<Visit> },
  path: string,
  { role, ...options }: VisitOptions & { role?: string } = {},
): Promise<Visit> {
  const visit = await shop.visit(options)
  await enterAsStaff(visit.context, shop.url, role)
  await visit.open(path)
  return visit
}
