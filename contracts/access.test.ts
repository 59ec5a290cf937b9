import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { services } from '#contracts/all.ts'
import { permissions, staffServices } from '#contracts/staff/all.ts'
import type { AnyOperation, Contract } from '#pure/contract.ts'

type Named = [name: string, operation: AnyOperation]

const served = Object.entries(services).flatMap(([service, { contract }]) =>
  named(service, contract),
)
const of_staff = Object.entries(staffServices).flatMap(([service, contract]) =>
  named(service, contract),
)

describe('every operation says who may call it', () => {
  test.each(served)('%s is for customers or for everybody', (_name, { access, permission }) => {
    expect(['public', 'customer', 'member', 'customer_or_secret']).toContain(access)
    expect(permission).toBeNull()
  })

  test.each(of_staff)('%s is for staff with a permission', (_name, { access, permission }) => {
    expect(access).toBe('staff')
    // What it is about, and what is done there: "refunds.settle".
    expect(permission).toMatch(/^[a-z_]+\.[a-z_]+$/)
    expect(permissions).toContain(permission)
  })

  // A file that nobody lists would be a way around the lists.
  test.each([
    ['storefront', served],
    ['staff', of_staff],
  ] as const)('all operations of contracts/%s are among them', async (folder, listed) => {
    const known = new Set(listed.map(([, operation]) => operation))
    const found = await operationsIn(folder)
    expect(found.length).toBeGreaterThan(5)
    expect(found.filter(([, operation]) => !known.has(operation)).map(([name]) => name)).toEqual([])
  })
})

// Vite wants folder and ending in the text of an import.
const open = {
  storefront: (file: string): Promise<Record<string, unknown>> => import(`./storefront/${file}.ts`),
  staff: (file: string): Promise<Record<string, unknown>> => import(`./staff/${file}.ts`),
}

test('a code tells the same beside itself, whichever operation answers with it', () => {
  const shapes = new Map<string, unknown>()
  for (const [name, { refusals }] of [...served, ...of_staff]) {
    for (const [code, { data }] of Object.entries(refusals)) {
      if (!shapes.has(code)) shapes.set(code, data)
      expect(shapes.get(code), `${code} of ${name}`).toBe(data)
    }
  }
  expect(shapes.size).toBeGreaterThan(30)
})

async function operationsIn(folder: keyof typeof open): Promise<Named[]> {
  const files = readdirSync(`contracts/${folder}`).filter((file) => file.endsWith('.ts'))
  const names = files.map((file) => file.slice(0, -3))
  const modules = await Promise.all(names.map(open[folder]))
  return modules.flatMap((module, n) =>
    Object.values(module).flatMap((exported) => named(names[n] ?? '', exported)),
  )
}

/** The operations of an object that may be a contract. */
function named(service: string, contract: unknown): Named[] {
  if (typeof contract !== 'object' || contract === null) return []
  return Object.entries(contract as Contract).flatMap(([name, one]): Named[] =>
    isOperation(one) ? [[`${service}.${name}`, one]] : [],
  )
}

function isOperation(one: unknown): one is AnyOperation {
  return typeof one === 'object' && one !== null && 'access' in one && 'summary' in one
}
