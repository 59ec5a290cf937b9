import { articlePath } from '#admin/addresses/paths.ts'
import { staffPage } from '#admin/runtime/page.ts'
import { articles as contract } from '#contracts/staff/offers/articles.ts'
import type { StaffServices } from '#contracts/staff/all.ts'

export type PagesData = Awaited<ReturnType<StaffServices['articles']['pages']>>

/** /noi-bo/trang-tinh: all static pages, and the form that begins one. */
export const page = staffPage<PagesData>({
  needs: 'articles.pages',
  loader: ({ services, actor, url }) =>
    services.articles.pages(
      actor,
      contract.pages.input.parse(Object.fromEntries(url.searchParams)),
    ),
  action: async ({ services, actor }, fields) => {
    const input = contract.createPage.input.safeParse(fields)
    if (!input.success) return { status: 422, problem: 'Cần có tiêu đề.', typed: fields }
    const { code } = await services.articles.createPage(actor, input.data)
    return { location: articlePath(code) }
  },
})
