import type { StaffAddress, StaffOperationName } from '#admin/addresses/addresses.ts'
import type { PageServer, StaffContext } from '#admin/runtime/page.ts'
import { staffServices } from '#contracts/staff/all.ts'
import type { Contract, StaffActor } from '#pure/contract.ts'

const files = import.meta.glob<{ page: PageServer }>('/admin/pages/*/page.server.ts', {
  eager: true,
})

/** The data of a page, from its own loader or as the list that it is. */
export async function loadPage(address: StaffAddress, context: StaffContext): Promise<unknown> {
  const { loader } = pageServer(address)
  if (loader) return loader(context)
  if (address.list !== undefined) return loadList(address.list, context)
  throw new RangeError(`page ${address.page} has neither a loader nor a list`)
}

/** The server half of a page: pages/{page}/page.server.ts. A plain list has none. */
export function pageServer({ page }: StaffAddress): PageServer {
  return files[`/admin/pages/${page}/page.server.ts`]?.page ?? {}
}

/** Fields of the query that the operation does not take leave the list as it is without any. */
async function loadList(name: StaffOperationName, context: StaffContext): Promise<unknown> {
  const [service, operation] = name.split('.') as [keyof StaffContext['services'], string]
  const contract: Contract = staffServices[service]
  const input = contract[operation]?.input
  const call: unknown = Reflect.get(context.services[service], operation)
  if (input === undefined || !isListCall(call)) throw new RangeError(`there is no list ${name}`)
  const asked = input.safeParse(Object.fromEntries(context.url.searchParams))
  return call(context.actor, asked.success ? asked.data : input.parse({}))
}

function isListCall(
  call: unknown,
): call is (actor: StaffActor, input: unknown) => Promise<unknown> {
  return typeof call === 'function'
}
