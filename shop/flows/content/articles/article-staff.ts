import { randomBytes } from 'node:crypto'
import { type ArticleContent, articles as contract } from '#contracts/staff/offers/articles.ts'
import type { Tx } from '#db/schema.ts'
import { pressOf } from '#shop/change-log/change-rows.ts'
import { unknownFigure } from '#pure/formats/page-figures.ts'
import { mayCall } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'
import { day_ms, vietnamInstant } from '#pure/vietnam-time.ts'
import { contentInWork, isNeeded } from '#shop/content/article/article.ts'
import { codeOf, pageCodeOf, textKeyOf } from '#shop/content/article/text-key.ts'
import {
  countArticles,
  findCategoryPath,
  listArticles,
  listChoices,
  listPages,
} from '#shop/content/article/article-list-store.ts'
import {
  type ArticleRecord,
  type EditFields,
  findArticle,
  findTextsWith,
  findVersion,
  isPathFree,
  lockArticle,
  saveEdit,
} from '#shop/content/article/article-store.ts'
import {
  type Begun,
  hideText,
  findTwinPage,
  findTwinPost,
  insertPage,
  insertPost,
} from '#shop/content/article/publication-store.ts'
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
      subject_kind: (code) => (textKeyOf(code)?.kind === 'page' ? 'static_page' : 'post'),
      find: async (on, _reach, code) => (await findArticle(on, code))?.id ?? null,
      lock: (tx, _id, code) => lockArticle(tx, code),
      findTexts: findTextsWith,
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
    async pages(actor, { q }) {
      const rows = await listPages(db, q)
      return {
        rows: rows.map(({ static_page_id, path, at, changed_at, ...row }) => ({
          ...{ ...row, code: pageCodeOf(static_page_id), path: `/${path}` },
          ...{ at: at?.toISOString() ?? null, changed_at: changed_at.toISOString() },
        })),
        may_edit: mayCall(contract.createPage, actor),
      }
    },
    articleForm: () => listChoices(db),
    async article(actor, { code, compared }) {
      const record = await findArticle(db, code)
      if (!record) throw contract.article.refuse('article_not_found')
      return storedArticle(deps, actor, record, compared)
    },
    createArticle: (actor, input) => createArticle(deps, actor, input),
    createPage: (actor, input) => createPage(deps, actor, input),
    saveArticle: (actor, input) => saveArticle(deps, actor, input),
    publishArticle: (actor, input) => publishArticle(deps, actor, input),
    withdrawArticle: (actor, input) =>
      changed(deps, actor, 'articles.withdrawArticle', input, async (tx, record) => {
        if (isNeeded(record)) throw contract.withdrawArticle.refuse('page_needed')
        await hideText(tx, record)
        return { draft: contentInWork(record), publish_at: null }
      }),
    discardDraft: (actor, input) =>
      changed(deps, actor, 'articles.discardDraft', input, async () => ({
        ...{ draft: null, publish_at: null },
      })),
    restoreVersion: (actor, input) =>
      changed(deps, actor, 'articles.restoreVersion', input, async (tx, record) => {
        const stored = await findVersion(tx, record.code, input.number)
        if (stored === undefined) throw contract.restoreVersion.refuse('article_not_found')
        return { draft: stored as ArticleContent, publish_at: null }
      }),
    openPreview: (actor, input) =>
      // What is published and not being changed stays without a draft: the link shows it as it is.
      changed(deps, actor, 'articles.openPreview', input, async () => ({
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
  const record = await lockArticle(tx, code)
  if (!record) throw contract.saveArticle.refuse('article_not_found')
  if (record.version !== version) throw contract.saveArticle.refuse('article_changed')
  return record
}

async function createArticle(
  { db, now, write }: Deps,
  actor: StaffActor,
  input: Begun,
): Promise<{ code: string }> {
  await checkChoices(db, input)
  const folder = (await findCategoryPath(db, input.post_category_id)) ?? 'tin-tuc'
  const wanted = `${folder}/${slugify(input.title).slice(0, 120) || 'bai-moi'}`
  const act = { actor, operation: 'articles.createArticle', one_by_one: true } as const
  return write(act, async (tx) => {
    const twin = await findTwinPost(tx, input, pressOf(actor, now()))
    if (twin !== null) return { code: codeOf(twin) }
    const id = await insertPost(tx, input, now())
    const path = (await isPathFree(tx, wanted, { kind: 'article', id }))
      ? wanted
      : `${wanted}-${id}`
    const code = codeOf(id)
    const draft = { ...blank, ...input, path }
    await saveEdit(tx, { code, version: 0 }, { draft }, { at: now(), name: actor.name })
    return { code }
  })
}

async function createPage(
  { now, write, reserved_paths }: Deps,
  actor: StaffActor,
  { title }: { title: string },
): Promise<{ code: string }> {
  const slug = slugify(title).slice(0, 50) || 'trang-moi'
  const act = { actor, operation: 'articles.createPage', one_by_one: true } as const
  return write(act, async (tx) => {
    const twin = await findTwinPage(tx, title, pressOf(actor, now()))
    if (twin !== null) return { code: pageCodeOf(twin) }
    const id = await insertPage(tx, { title, code: slug }, now())
    const is_free =
      !reserved_paths.includes(slug) && (await isPathFree(tx, slug, { kind: 'page', id }))
    const code = pageCodeOf(id)
    const draft = { ...blank, title, path: is_free ? slug : `${slug}-${id}` }
    await saveEdit(tx, { code, version: 0 }, { draft }, { at: now(), name: actor.name })
    return { code }
  })
}

const blank = {
  ...{ post_category_id: null, author_id: null, is_in_footer: false },
  ...{ tags: '', image: '', excerpt: '', body: '' },
  ...{ meta_title: '', meta_description: '', meta_keyword: '', canonical_tag: '' },
  ...{ meta_index: true, meta_follow: true },
}

async function checkChoices(
  db: Deps['db'],
  { post_category_id, author_id }: Pick<ArticleContent, 'post_category_id' | 'author_id'>,
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
  record: ArticleRecord,
  content: ArticleContent,
): Promise<ArticleContent> {
  const { path } = content
  if (record.kind === 'article') await checkChoices(tx, content)
  else checkPage(record, content)
  const is_reserved = reserved_paths.includes(path.split('/')[0] ?? '')
  if (is_reserved || !(await isPathFree(tx, path, record))) {
    throw contract.saveArticle.refuse('path_taken', { path })
  }
  return preparedContent(tx, record, content)
}

/** A static page has a root address, and names only figures that the shop knows (decision 263). */
function checkPage(
  record: ArticleRecord,
  { path, is_in_footer, ...content }: ArticleContent,
): void {
  const { refuse } = contract.saveArticle
  if (path.includes('/')) throw refuse('content_refused', { reason: 'page_path', at: path })
  if (!is_in_footer && isNeeded(record)) {
    throw refuse('content_refused', { reason: 'footer_needed', at: '' })
  }
  const unknown = unknownFigure(`${content.excerpt} ${content.body} ${content.meta_description}`)
  if (unknown !== null) throw refuse('content_refused', { reason: 'unknown_figure', at: unknown })
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
