import { addresses, type StaffAddress } from '#admin/addresses/addresses.ts'
import type { FrameData } from '#admin/kit/frame.tsx'
import { staffServices } from '#contracts/staff/all.ts'
import { mayCall } from '#pure/access.ts'
import type { Contract, StaffActor } from '#pure/contract.ts'

/** The pages that the member of staff may open, in the sequence of the menu: decided by the same function as the pages. */
export function menuOf(actor: StaffActor): StaffAddress[] {
  const all: StaffAddress[] = Object.values(addresses)
  return all.filter((address) => address.is_in_menu !== false && mayOpen(address, actor))
}

/** What the frame of every page shows. */
export function frameOf(actor: StaffActor): FrameData {
  return { name: actor.name, menu: menuOf(actor).map(({ page }) => page) }
}

/** Whether the member of staff may call the operation that the page shows. */
export function mayOpen({ list, needs }: StaffAddress, actor: StaffActor): boolean {
  const [service = '', name = ''] = (needs ?? list ?? '').split('.')
  const contracts: Readonly<Record<string, Contract>> = staffServices
  const operation = contracts[service]?.[name]
  return operation !== undefined && mayCall(operation, actor)
}
