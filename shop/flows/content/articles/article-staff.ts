import { randomBytes } from 'node:crypto'
import { type ArticleContent, articles as contract } from '#contracts/staff/offers/articles.ts'
import type { Tx } from '#db/schema.ts'
import { mayCall } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'
import { day_ms, vietnamInstant } from '#pure/vietnam-time.ts'
import { codeOf, contentInWork, postIdOf } from '#shop/content/article/article.ts'
import {
  type ArticleRecord,
  countArticles,
  type EditFields,
  findArticle,
  findCategoryPath,
  findVersion,
  hidePost,
  insertPost,
  isPathFree,
  listArticles,
  listChoices,
  lockArticle,
  saveEdit,
} from '#shop/content/article/article-store.ts'
import { preparedContent } from '#shop/flows/content/articles/prepare-article.ts'
import { publish } from '#shop/flows/content/articles/publish-article.ts'
import { storedArticle } from '#shop/flows/content/articles/stored-article.ts'
import type { PictureFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { pictureCalls } from '#shop/picture/picture-calls.ts'

interface Deps extends PictureFlowDeps {
  /** First path segments of the shop's own pages: no article begins with one. */
  reserved_paths: readonly string[]
}

const page_size = 50
const preview_days = 7

/** Articles that staff write, prepare and publish (decision 261). */
export function articleStaffService(deps: Deps): Service<typeof contract> {
  const { db, now } = deps
  return {
    ...pictureCalls(deps, {
      contract,
      service: 'articles',
      subject_kind: 'post',
      find: async (on, _reach, code) => {
        const post_id = postIdOf(code)
        return post_id !== null && (await findArticle(on, post_id)) ? post_id : null
      },
      lock: lockArticle,
    }),
    async articles(actor, { page = 1, ...filter }) {
      const place = { now: now(), size: page_size, offset: (page - 1) * page_size }
      const [rows, counts, choices] = await Promise.all([
        listArticles(db, filter, place),
        countArticles(db, filter, now()),
        listChoices(db),
      ])
      return {
        ...choices,
        rows: rows.slice(0, page_size).map(({ post_id, path, at, changed_at, ...row }) => ({
          ...{ ...row, code: codeOf(post_id), path: `/${path}`, at: at?.toISOString() ?? null },
          changed_at: changed_at.toISOString(),
        })),
        has_next: rows.length > page_size,
        counts,
        may_edit: mayCall(contract.createArticle, actor),
      }
    },
    articleForm: () => listChoices(db),
    async article(actor, { code, compared }) {
      const post_id = postIdOf(code)
      const record = post_id === null ? undefined : await findArticle(db, post_id)
      if (!record) throw contract.article.refuse('article_not_found')
      return storedArticle(deps, actor, record, compared)
    },
    createArticle: (actor, input) => createArticle(deps, actor, input),
    saveArticle: (actor, input) => saveArticle(deps, actor, input),
    publishArticle: (actor, input) => publishArticle(deps, actor, input),
    withdrawArticle: (actor, input) =>
      changed(deps, actor, 'articles.withdrawArticle', input, async (tx, record) => {
        await hidePost(tx, record.post_id)
        return { draft: contentInWork(record), publish_at: null }
      }),
    discardDraft: (actor, input) =>
      changed(deps, actor, 'articles.discardDraft', input, async () => ({
        ...{ draft: null, publish_at: null },
      })),
    restoreVersion: (actor, input) =>
      changed(deps, actor, 'articles.restoreVersion', input, async (tx, record) => {
        const stored = await findVersion(tx, record.post_id, input.number)
        if (stored === undefined) throw contract.restoreVersion.refuse('article_not_found')
        return { draft: stored as ArticleContent, publish_at: null }
      }),
    openPreview: (actor, input) =>
      changed(deps, actor, 'articles.openPreview', input, async (_tx, record) => ({
        draft: contentInWork(record),
        preview_key: randomBytes(32).toString('hex'),
        preview_until: new Date(now().getTime() + preview_days * day_ms),
      })),
  }
}

type WriteOperation = Parameters<Deps['write']>[0]['operation']

/** Changes what is being prepared about an article that has the version which was seen. */
async function changed(
  { now, write }: Deps,
  actor: StaffActor,
  operation: WriteOperation,
  seen: { code: string; version: number },
  work: (tx: Tx, record: ArticleRecord) => Promise<EditFields>,
): Promise<{ version: number }> {
  return write({ actor, operation }, async (tx) => {
    const record = await lockSeen(tx, seen)
    const fields = await work(tx, record)
    return { version: await saveEdit(tx, record, fields, { at: now(), name: actor.name }) }
  })
}

async function lockSeen(
  tx: Tx,
  { code, version }: { code: string; version: number },
): Promise<ArticleRecord> {
  const post_id = postIdOf(code)
  const record = post_id === null ? undefined : await lockArticle(tx, post_id)
  if (!record) throw contract.saveArticle.refuse('article_not_found')
  if (record.version !== version) throw contract.saveArticle.refuse('article_changed')
  return record
}

type Begun = Pick<ArticleContent, 'title' | 'post_category_id' | 'author_id'>

async function createArticle(
  { db, now, write }: Deps,
  actor: StaffActor,
  input: Begun,
): Promise<{ code: string }> {
  await checkChoices(db, input)
  const folder = (await findCategoryPath(db, input.post_category_id)) ?? 'tin-tuc'
  const wanted = `${folder}/${slugify(input.title).slice(0, 120) || 'bai-moi'}`
  return write({ actor, operation: 'articles.createArticle' }, async (tx) => {
    const post_id = await insertPost(tx, input, now())
    const path = (await isPathFree(tx, wanted, post_id)) ? wanted : `${wanted}-${post_id}`
    const draft = { ...blank, ...input, path }
    await saveEdit(tx, { post_id, version: 0 }, { draft }, { at: now(), name: actor.name })
    return { code: codeOf(post_id) }
  })
}

const blank = {
  ...{ tags: '', image: '', excerpt: '', body: '' },
  ...{ meta_title: '', meta_description: '', meta_keyword: '', canonical_tag: '' },
  ...{ meta_index: true, meta_follow: true },
}

async function checkChoices(
  db: Deps['db'],
  { post_category_id, author_id }: Pick<Begun, 'post_category_id' | 'author_id'>,
): Promise<void> {
  const { categories, authors } = await listChoices(db)
  const is_known =
    categories.some(({ value }) => value === String(post_category_id)) &&
    authors.some(({ value }) => value === author_id)
  if (!is_known) {
    throw contract.saveArticle.refuse('content_refused', { reason: 'choice', at: '' })
  }
}

interface Written extends ArticleContent {
  code: string
  version: number
}

async function saveArticle(
  deps: Deps,
  actor: StaffActor,
  { code, version, ...content }: Written,
): Promise<{ version: number }> {
  return changed(deps, actor, 'articles.saveArticle', { code, version }, async (tx, record) => ({
    draft: await checkedContent(deps, tx, record, content),
    // Whoever may only write must not change what comes out by itself.
    publish_at: null,
  }))
}

/** What was written, ready to be stored; or the refusal of the first thing that is wrong. */
async function checkedContent(
  { reserved_paths }: Deps,
  tx: Tx,
  { post_id, live }: ArticleRecord,
  content: ArticleContent,
): Promise<ArticleContent> {
  const { path } = content
  await checkChoices(tx, content)
  const is_reserved = reserved_paths.includes(path.split('/')[0] ?? '')
  if (is_reserved || !(await isPathFree(tx, path, post_id))) {
    throw contract.saveArticle.refuse('path_taken', { path })
  }
  return preparedContent(tx, post_id, content, live.image)
}

async function publishArticle(
  deps: Deps,
  actor: StaffActor,
  { code, version, publish_at, ...written }: Written & { publish_at: string },
): Promise<{ version: number }> {
  const { now, write } = deps
  const at = instantOf(publish_at)
  if (at !== null && at <= now()) throw contract.publishArticle.refuse('time_passed')
  return write({ actor, operation: 'articles.publishArticle' }, async (tx) => {
    const record = await lockSeen(tx, { code, version })
    const content = await checkedContent(deps, tx, record, written)
    const by = { at: now(), name: actor.name }
    if (at !== null) {
      return { version: await saveEdit(tx, record, { draft: content, publish_at: at }, by) }
    }
    const times = { at: now(), now: now(), staff_name: actor.name }
    const published = await publish(tx, record, { content, ...times })
    if (published !== null) return { version: published }
    throw contract.publishArticle.refuse('path_taken', { path: content.path })
  })
}

function instantOf(local: string): Date | null {
  return local === '' ? null : vietnamInstant(local.slice(0, 10), local.slice(11))
}
