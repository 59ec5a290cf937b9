import {
  type Act,
  actsByIntent,
  filledQuery,
  type Problem,
  staffPage,
  unclear,
} from '#admin/runtime/page.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { banners as contract } from '#contracts/staff/offers/banners.ts'
import { isRefusal } from '#pure/contract.ts'

export type BannersData = Awaited<ReturnType<StaffServices['banners']['banners']>>

/** /noi-bo/banner: all banners, with the buttons that move them and switch them off. */
export const page = staffPage<BannersData>({
  needs: 'banners.banners',
  loader: ({ services, actor, url }) => {
    const input = contract.banners.input.safeParse(filledQuery(url.searchParams))
    return services.banners.banners(actor, input.data ?? {})
  },
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

const acts: Readonly<Record<string, Act>> = {
  switch: async ({ services, actor }, fields) => {
    const input = contract.switchBanner.input.safeParse(fields)
    if (!input.success) return unclear
    await services.banners.switchBanner(actor, input.data)
    return null
  },
  move: async ({ services, actor }, fields) => {
    const input = contract.moveBanner.input.safeParse(fields)
    if (!input.success) return unclear
    await services.banners.moveBanner(actor, input.data)
    return null
  },
}

function problemOf(error: unknown): Problem | null {
  const { switchBanner } = contract
  if (isRefusal(error, switchBanner, 'banner_changed')) {
    const problem = 'Banner vừa được người khác sửa. Xem lại rồi bấm lần nữa.'
    return { status: error.status, problem }
  }
  if (isRefusal(error, switchBanner, 'banner_not_found')) {
    return { status: error.status, problem: 'Không còn banner này.' }
  }
  return null
}
