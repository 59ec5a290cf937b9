import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { services } from '#contracts/all.ts'
import { memberAccount } from '#contracts/member-site/account.ts'
import { memberSecurity } from '#contracts/member-site/security.ts'
import { permissions, staffServices } from '#contracts/staff/all.ts'
import { staffSignIn } from '#contracts/staff/sign-in.ts'
import type { AnyOperation, Contract } from '#pure/contract.ts'

type Named = [name: string, operation: AnyOperation]

const served = Object.entries(services).flatMap(([service, { contract }]) =>
  named(service, contract),
)
const staff_operations = Object.entries(staffServices).flatMap(([service, contract]) =>
  named(service, contract),
)

/** Called before it is known who acts. */
const sign_in = named('signIn', staffSignIn)
/** Called by the member site, which holds the token of the session. */
const member_site = [
  ...named('memberAccount', memberAccount),
  ...named('memberSecurity', memberSecurity),
]

describe('every operation declares its callers', () => {
  test.each(served)('%s is for customers or public', (_name, { access, permission }) => {
    expect(['public', 'customer', 'member', 'customer_or_secret']).toContain(access)
    expect(permission).toBeNull()
  })

  test.each(staff_operations.filter(([, { access }]) => access !== 'staff_self'))(
    '%s is for staff with a permission',
    (_name, { access, permission }) => {
      expect(access).toBe('staff')
      // Resource and action: "refunds.settle".
      expect(permission).toMatch(/^[a-z_]+\.[a-z_]+$/)
      expect(permissions).toContain(permission)
    },
  )

  test.each([...sign_in, ...member_site])(
    '%s is public, and is served nowhere',
    (_name, operation) => {
      expect(operation.access).toBe('public')
      expect(served.map(([, one]) => one)).not.toContain(operation)
    },
  )

  // Operations of a file that is not listed would escape the tests above.
  test.each([
    ['storefront', served],
    ['staff', [...staff_operations, ...sign_in]],
    ['staff/members', staff_operations],
    ['member-site', member_site],
  ] as const)('all operations of contracts/%s are listed', async (folder, listed) => {
    const known = new Set(listed.map(([, operation]) => operation))
    const declared = await operationsIn(folder)
    expect(declared.length).toBeGreaterThan(1)
    expect(declared.filter(([, operation]) => !known.has(operation)).map(([name]) => name)).toEqual(
      [],
    )
  })
})

test('every folder of contracts is looked at', () => {
  const entries = readdirSync('contracts', { recursive: true, withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory())
  const paths = folders.map(({ parentPath, name }) =>
    `${parentPath}/${name}`.slice('contracts/'.length),
  )
  expect(paths.toSorted()).toEqual(Object.keys(importers).toSorted())
})

// Vite needs the folder and the file extension in the text of an import.
const importers = {
  storefront: (file: string): Promise<Record<string, unknown>> => import(`./storefront/${file}.ts`),
  staff: (file: string): Promise<Record<string, unknown>> => import(`./staff/${file}.ts`),
  'staff/members': (file: string): Promise<Record<string, unknown>> =>
    import(`./staff/members/${file}.ts`),
  'member-site': (file: string): Promise<Record<string, unknown>> =>
    import(`./member-site/${file}.ts`),
}

test('a refusal code has the same data shape in every operation', () => {
  const shapes = new Map<string, unknown>()
  for (const [name, { refusals }] of [...served, ...staff_operations]) {
    for (const [code, { data }] of Object.entries(refusals)) {
      if (!shapes.has(code)) shapes.set(code, data)
      expect(shapes.get(code), `${code} of ${name}`).toBe(data)
    }
  }
  expect(shapes.size).toBeGreaterThan(30)
})

async function operationsIn(folder: keyof typeof importers): Promise<Named[]> {
  const files = readdirSync(`contracts/${folder}`).filter((file) => file.endsWith('.ts'))
  const names = files.map((file) => file.slice(0, -3))
  const modules = await Promise.all(names.map(importers[folder]))
  return modules.flatMap((module, n) =>
    Object.values(module).flatMap((exported) => named(names[n] ?? '', exported)),
  )
}

/** Returns the operations of an export; none if it is not a contract. */
function named(service: string, contract: unknown): Named[] {
  if (typeof contract !== 'object' || contract === null) return []
  return Object.entries(contract as Contract).flatMap(([name, candidate]): Named[] =>
    isOperation(candidate) ? [[`${service}.${name}`, candidate]] : [],
  )
}

function isOperation(candidate: unknown): candidate is AnyOperation {
  return (
    typeof candidate === 'object' &&
    candidate !== null &&
    'access' in candidate &&
    'summary' in candidate
  )
}
