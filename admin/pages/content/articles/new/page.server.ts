import { articlePath } from '#admin/addresses/paths.ts'
import { staffPage } from '#admin/runtime/page.ts'
import { type ArticleChoices, articles as contract } from '#contracts/staff/offers/articles.ts'

/** /noi-bo/bai-viet/moi: begins an article. */
export const page = staffPage<ArticleChoices>({
  needs: 'articles.articleForm',
  loader: ({ services, actor }) => services.articles.articleForm(actor, {}),
  action: async ({ services, actor }, fields) => {
    const input = contract.createArticle.input.safeParse(fields)
    if (!input.success) {
      return { status: 422, problem: 'Cần tiêu đề, chuyên mục và tác giả.', typed: fields }
    }
    const { code } = await services.articles.createArticle(actor, input.data)
    return { location: articlePath(code) }
  },
})
