import {
  type ArticleComparison,
  ArticleContent,
  articles as contract,
  type StoredArticle,
} from '#contracts/staff/offers/articles.ts'
import { mayCall } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { page_figures } from '#pure/formats/page-figures.ts'
import { articlePicturePath } from '#pure/formats/article-picture.ts'
import { contentInWork, stateOf } from '#shop/content/article/article.ts'
import {
  type ArticleRecord,
  findVersion,
  listVersions,
} from '#shop/content/article/article-store.ts'
import { listChoices } from '#shop/content/article/article-list-store.ts'
import { compareArticles } from '#shop/content/article/compare-articles.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { selectPictures } from '#shop/picture/picture-store.ts'

/** An article as its page of staff shows it. */
export async function storedArticle(
  { db, now }: Pick<StaffFlowDeps, 'db' | 'now'>,
  actor: StaffActor,
  record: ArticleRecord,
  compared: number | undefined,
): Promise<StoredArticle> {
  const { code, kind, id, is_active, live, draft, publish_at, published_at, version } = record
  const { preview_key, preview_until } = record
  const content = contentInWork(record)
  const is_previewed = preview_until !== null && preview_until > now()
  const [choices, pictures, versions, comparison] = await Promise.all([
    listChoices(db),
    selectPictures(db, { subject_kind: kind === 'page' ? 'static_page' : 'post', subject_id: id }),
    listVersions(db, code),
    comparisonOf(db, record, compared),
  ])
  return {
    ...choices,
    ...{
      code,
      kind,
      figures: kind === 'page' ? page_figures : [],
      state: stateOf(record, now()),
      is_active,
      content,
      version,
    },
    has_draft: draft !== null,
    publish_at: publish_at?.toISOString() ?? null,
    published_at: is_active ? published_at.toISOString() : null,
    live_path: is_active ? `/${live.path}` : null,
    preview_path: is_previewed ? `/xem-truoc/${preview_key}` : null,
    preview_until: is_previewed ? preview_until.toISOString() : null,
    pictures: pictures.map(({ hash, created_at, ...picture }) => ({
      ...picture,
      created_at: created_at.toISOString(),
      src: articlePicturePath({ hash, ...picture }),
    })),
    versions: versions.map((one) => ({ ...one, published_at: one.published_at.toISOString() })),
    comparison,
    may_edit: mayCall(contract.saveArticle, actor),
    may_publish: mayCall(contract.publishArticle, actor),
  }
}

async function comparisonOf(
  db: StaffFlowDeps['db'],
  record: ArticleRecord,
  compared: number | undefined,
): Promise<ArticleComparison | null> {
  if (compared === undefined) return null
  const before = ArticleContent.safeParse(await findVersion(db, record.code, compared)).data
  return before === undefined ? null : compareArticles(compared, before, contentInWork(record))
}
