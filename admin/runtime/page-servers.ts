import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import type { PageServer, StaffContext } from '#admin/runtime/page.ts'
import { type StaffOperationName, staffServices } from '#contracts/staff/all.ts'
import type { AnyOperation, Contract, StaffActor } from '#pure/contract.ts'

const files = import.meta.glob<{ page: PageServer }>('/admin/pages/**/page.server.ts', {
  eager: true,
})

type ListContracts = Readonly<Record<string, Readonly<Record<string, Pick<AnyOperation, 'input'>>>>>

/** Throws RangeError at start if a page has no data, or if its list cannot be asked for without a query. */
export function checkAddresses(all: readonly StaffAddress[], contracts: ListContracts): void {
  const problems = all.flatMap((address) => problemOf(address, contracts) ?? [])
  if (problems.length > 0) throw new RangeError(problems.join('\n'))
}

function problemOf(address: StaffAddress, contracts: ListContracts): string | null {
  const { path, list } = address
  if (pageServer(address).loader !== undefined) return null
  if (list === undefined) return `${path} has neither a loader nor a list`
  const [service = '', name = ''] = list.split('.')
  const operation = contracts[service]?.[name]
  if (operation === undefined) return `${path}: there is no list ${list}`
  return operation.input.safeParse({}).success
    ? null
    : `${path}: the list ${list} needs input fields`
}

/** Loads the data of a page with its own loader, or with its list operation. */
export async function loadPage(address: StaffAddress, context: StaffContext): Promise<unknown> {
  const { loader } = pageServer(address)
  if (loader) return loader(context)
  if (address.list !== undefined) return loadList(address.list, context)
  throw new RangeError(`page ${address.page} has neither a loader nor a list`)
}

/** The server part of a page: pages/{page}/page.server.ts. A plain list has none. */
export function pageServer({ page }: StaffAddress): PageServer {
  return files[`/admin/pages/${page}/page.server.ts`]?.page ?? {}
}

/** The operation that somebody must be permitted to call to open the page; undefined: there is none. */
export function operationOf(address: StaffAddress): AnyOperation | undefined {
  const [service = '', name = ''] = (pageServer(address).needs ?? address.list ?? '').split('.')
  const contracts: Readonly<Record<string, Contract>> = staffServices
  return contracts[service]?.[name]
}

/** Calls the list operation with the query parameters. If they are not valid, it is called without any. */
async function loadList(name: StaffOperationName, context: StaffContext): Promise<unknown> {
  const [service, operation] = name.split('.') as [keyof StaffContext['services'], string]
  const contract: Contract = staffServices[service]
  const input = contract[operation]?.input
  const call: unknown = Reflect.get(context.services[service], operation)
  if (input === undefined || !isListCall(call)) throw new RangeError(`there is no list ${name}`)
  const parsed = input.safeParse(Object.fromEntries(context.url.searchParams))
  return call(context.actor, parsed.success ? parsed.data : input.parse({}))
}

function isListCall(
  call: unknown,
): call is (actor: StaffActor, input: unknown) => Promise<unknown> {
  return typeof call === 'function'
}
