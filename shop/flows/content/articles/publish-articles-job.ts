import { ArticleContent } from '#contracts/staff/offers/articles.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { listDueArticles, lockArticle, saveEdit } from '#shop/content/article/article-store.ts'
import { publish } from '#shop/flows/content/articles/publish-article.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'

type Deps = Pick<StaffFlowDeps, 'db' | 'now' | 'log' | 'write'>

/**
 * Publishes every draft whose time has come. Its change notices reach the pages that are cached. A draft that cannot be
 * published loses its time and stays, so that it does not hold up others. Returns how many were published.
 */
export async function publishDueArticles({ db, now, log, write }: Deps): Promise<number> {
  let published = 0
  for (const code of await listDueArticles(db, now())) {
    const act = { actor: 'command', operation: 'command.publishArticle' } as const
    const is_done = await write(act, async (tx) => {
      const record = await lockArticle(tx, code)
      // Somebody has saved it, or has taken the time back, since the list was read.
      if (record === undefined || record.publish_at === null || record.publish_at > now())
        return null
      const staff_name = record.changed_by ?? ''
      const content = ArticleContent.safeParse(record.draft).data
      const times = { at: record.publish_at, now: now(), staff_name }
      const version =
        content === undefined ? null : await publish(tx, record, { content, ...times })
      if (version !== null) return true
      await saveEdit(tx, record, { publish_at: null }, { at: now(), name: staff_name })
      return false
    })
    if (is_done === true) published += 1
    if (is_done === false) log.error({ article: code }, 'an article could not be published')
  }
  if (published > 0) log.info({ published }, 'articles were published at their time')
  return published
}

export function publishArticlesJob(deps: Deps): Job {
  return {
    name: 'publish-articles',
    every_ms: 15_000,
    run: async () => void (await publishDueArticles(deps)),
  }
}
