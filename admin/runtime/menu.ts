import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import { menu_groups } from '#admin/addresses/menu-groups.ts'
import type { FrameData, MenuGroup } from '#admin/kit/frame-data.ts'
import { operationOf } from '#admin/runtime/page-servers.ts'
import { waitingNow } from '#admin/live/waiting.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { CustomerFile, files, OfficeFile } from '#contracts/staff/files.ts'
import { mayCall } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'

/** What the frame of every page shows. The menu has the pages that the member of staff may open. */
export async function frameOf(
  actor: StaffActor,
  services: StaffServices,
  seal_key: string,
): Promise<FrameData> {
  const menu = menuOf(actor)
  const pages = pagesOf(menu)
  const [views, waiting] = await Promise.all([
    services.views.views(actor, {}),
    waitingNow(services, actor),
  ])
  const may_take_out = [
    ...(mayCall(files.customerFile, actor) ? CustomerFile.options : []),
    ...(mayCall(files.officeFile, actor) ? OfficeFile.options : []),
  ]
  return {
    name: actor.name,
    menu,
    views: views.filter(({ list }) => pages.includes(list)),
    files: may_take_out.filter((list) => pages.includes(list)),
    waiting,
    seal_key,
  }
}

/** The groups of the menu with the pages that the member of staff may open. */
export function menuOf(actor: StaffActor): MenuGroup[] {
  const groups = menu_groups.map(({ title, entries }) => ({
    title,
    pages: entries
      .filter(({ address }) => mayOpen(address, actor))
      .map(({ address: { page, path }, ...entry }) => ({ page, path, ...entry })),
  }))
  return groups.filter(({ pages }) => pages.length > 0)
}

/** The pages of the menu, in its sequence. */
export const pagesOf = (menu: readonly MenuGroup[]): string[] =>
  menu.flatMap(({ pages }) => pages.map(({ page }) => page))

/** Whether the member of staff may call the operation that the page shows. */
function mayOpen(address: StaffAddress, actor: StaffActor): boolean {
  const operation = operationOf(address)
  return operation !== undefined && mayCall(operation, actor)
}
