import { describe, expect, test } from 'vitest'
import { services } from '#contracts/all.ts'
import { memberAccount } from '#contracts/member-site/account.ts'
import { memberIdentities } from '#contracts/member-site/identities.ts'
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
  ...named('memberIdentities', memberIdentities),
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
    ['member-site', member_site],
  ] as const)('all operations below contracts/%s are listed', async (folder, listed) => {
    const known = new Set(listed.map(([, operation]) => operation))
    const declared = await operationsBelow(`/contracts/${folder}/`)
    expect(declared.length).toBeGreaterThan(1)
    expect(declared.filter(([, operation]) => !known.has(operation)).map(([name]) => name)).toEqual(
      [],
    )
  })

  test('no operation is declared in another folder', async () => {
    const declared = await operationsBelow('/contracts/')
    const elsewhere = /^\/contracts\/(?!(storefront|staff|member-site)\/)/
    expect(declared.filter(([name]) => elsewhere.test(name)).map(([name]) => name)).toEqual([])
  })
})

/** The files of contracts, by their path from the root of the project. */
const files = import.meta.glob<Record<string, unknown>>(['/contracts/**/*.ts', '!**/*.test.ts'])

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

async function operationsBelow(folder: string): Promise<Named[]> {
  const found = Object.entries(files).filter(([path]) => path.startsWith(folder))
  const modules = await Promise.all(
    found.map(async ([path, read]) => [path, await read()] as const),
  )
  return modules.flatMap(([path, module]) =>
    Object.values(module).flatMap((exported) => named(path, exported)),
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
