import { articlePath } from '#admin/addresses/paths.ts'
import { pictureActs, pictureProblem } from '#admin/kit/pictures/picture-acts.ts'
import { articleProblem } from '#admin/pages/content/articles/one/article-problems.ts'
import { type HistoryEntry, historyOf } from '#admin/pages/changes/history-of.ts'
import {
  type Act,
  actsByIntent,
  type Fields,
  type Problem,
  problemOrThrow,
  staffPage,
  unclear,
} from '#admin/runtime/page.ts'
import { articles as contract, type StoredArticle } from '#contracts/staff/offers/articles.ts'

export interface ArticleData {
  article: StoredArticle
  history: HistoryEntry[] | null
}

/**
 * /noi-bo/bai-viet/:code: an article or static page, its draft, its pictures and versions. `so-sanh` compares a version
 * with it.
 */
export const page = staffPage<ArticleData>({
  needs: 'articles.article',
  takes_files: true,
  loader: async (context) => {
    const { services, actor, params, url } = context
    const asked = { code: params['code'] ?? '', compared: url.searchParams.get('so-sanh') }
    const article = await services.articles.article(actor, contract.article.input.parse(asked))
    const history = await historyOf(context, { thing: 'article', thing_key: article.code })
    return { article, history }
  },
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

/** A box that is not ticked sends nothing. */
const boxes = (fields: Fields) => ({
  ...fields,
  is_in_footer: fields['is_in_footer'] ?? 'false',
  meta_index: fields['meta_index'] ?? 'false',
  meta_follow: fields['meta_follow'] ?? 'false',
})

/** What is wrong with the fields, and what was typed: without scripts nothing is lost. */
const refused = (message: string | undefined, typed: Fields): Problem => ({
  ...{ status: 422, problem: `Chưa lưu. ${message ?? ''}`, typed },
})

/** Runs an operation; a refusal shows the form again as it was typed. */
async function withTyped(fields: Fields, run: () => Promise<unknown>) {
  try {
    await run()
    return null
  } catch (error) {
    return { ...problemOrThrow(articleProblem(error), error), typed: fields }
  }
}

const publishAct =
  (is_now: boolean): Act =>
  async ({ services, actor }, fields) => {
    const publish_at = is_now ? '' : (fields['publish_at'] ?? '')
    if (!is_now && publish_at === '') return refused('Chọn ngày giờ đăng.', fields)
    const input = contract.publishArticle.input.safeParse({ ...boxes(fields), publish_at })
    if (!input.success) return refused(input.error.issues[0]?.message, fields)
    return withTyped(fields, () => services.articles.publishArticle(actor, input.data))
  }

const acts: Readonly<Record<string, Act>> = {
  ...pictureActs(contract, ({ articles }) => articles),
  draft: async ({ services, actor }, fields) => {
    const input = contract.saveArticle.input.safeParse(boxes(fields))
    if (!input.success) return refused(input.error.issues[0]?.message, fields)
    return withTyped(fields, () => services.articles.saveArticle(actor, input.data))
  },
  publish: publishAct(true),
  schedule: publishAct(false),
  withdraw: async ({ services, actor }, fields) => {
    const input = contract.withdrawArticle.input.safeParse(fields)
    if (!input.success) return unclear
    await services.articles.withdrawArticle(actor, input.data)
    return null
  },
  discard: async ({ services, actor }, fields) => {
    const input = contract.discardDraft.input.safeParse(fields)
    if (!input.success) return unclear
    await services.articles.discardDraft(actor, input.data)
    return null
  },
  restore: async ({ services, actor }, fields) => {
    const input = contract.restoreVersion.input.safeParse(fields)
    if (!input.success) return unclear
    await services.articles.restoreVersion(actor, input.data)
    return { location: articlePath(input.data.code) }
  },
  preview: async ({ services, actor }, fields) => {
    const input = contract.openPreview.input.safeParse(fields)
    if (!input.success) return unclear
    await services.articles.openPreview(actor, input.data)
    return null
  },
}

function problemOf(error: unknown): Problem | null {
  return pictureProblem(error) ?? articleProblem(error)
}
