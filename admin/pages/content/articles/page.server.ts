import { staffPage } from '#admin/runtime/page.ts'
import { articles as contract } from '#contracts/staff/offers/articles.ts'
import type { StaffServices } from '#contracts/staff/all.ts'

export type ArticlesData = Awaited<ReturnType<StaffServices['articles']['articles']>>

/** /noi-bo/bai-viet: all articles. */
export const page = staffPage<ArticlesData>({
  needs: 'articles.articles',
  loader: ({ services, actor, url }) =>
    services.articles.articles(
      actor,
      contract.articles.input.parse(Object.fromEntries(url.searchParams)),
    ),
})
