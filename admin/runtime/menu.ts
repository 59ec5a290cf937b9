import { addresses, type StaffAddress } from '#admin/addresses/addresses.ts'
import type { FrameData } from '#admin/kit/frame-data.ts'
import { type StaffServices, staffServices } from '#contracts/staff/all.ts'
import { CustomerFile, files, OfficeFile } from '#contracts/staff/files.ts'
import { mayCall } from '#pure/access.ts'
import type { Contract, StaffActor } from '#pure/contract.ts'

/** What the frame of every page shows. The menu has the pages that the member of staff may open. */
export async function frameOf(actor: StaffActor, services: StaffServices): Promise<FrameData> {
  const menu = menuOf(actor)
  const views = await services.views.views(actor, {})
  const may_take_out = [
    ...(mayCall(files.customerFile, actor) ? CustomerFile.options : []),
    ...(mayCall(files.officeFile, actor) ? OfficeFile.options : []),
  ]
  return {
    name: actor.name,
    menu,
    views: views.filter(({ list }) => menu.includes(list)),
    files: may_take_out.filter((list) => menu.includes(list)),
  }
}

/** The pages of the menu that the member of staff may open, in its sequence. */
export function menuOf(actor: StaffActor): string[] {
  const all: StaffAddress[] = Object.values(addresses)
  return all
    .filter((address) => address.group !== undefined && mayOpen(address, actor))
    .map(({ page }) => page)
}

/** Whether the member of staff may call the operation that the page shows. */
function mayOpen({ list, needs }: StaffAddress, actor: StaffActor): boolean {
  const [service = '', name = ''] = (needs ?? list ?? '').split('.')
  const contracts: Readonly<Record<string, Contract>> = staffServices
  const operation = contracts[service]?.[name]
  return operation !== undefined && mayCall(operation, actor)
}
