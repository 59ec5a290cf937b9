import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { articlePath } from '#admin/addresses/paths.ts'
import { Pictures } from '#admin/kit/pictures/pictures.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import { article_state_titles } from '#admin/pages/content/articles/article-texts.ts'
import { ArticleForm } from '#admin/pages/content/articles/one/article-form.tsx'
import { Comparison, Versions } from '#admin/pages/content/articles/one/versions.tsx'
import type { ArticleData } from '#admin/pages/content/articles/one/page.server.ts'
import type { StoredArticle } from '#contracts/staff/offers/articles.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ article }: ArticleData) => article.content.title
export const has_own_heading = true

interface PageProps {
  data: ArticleData
  typed?: Readonly<Record<string, string>>
}

/** One article: what is written, how it is published, its pictures, versions and history. */
export function Page({ data, typed = {} }: PageProps) {
  const { article, history } = data
  const { code, live_path, may_edit, comparison } = article
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 text-xl wrap-anywhere">{title(data)}</h1>
        <span className="rounded-full bg-mist px-2.5 py-1 text-xs font-semibold whitespace-nowrap">
          {article_state_titles[article.state]}
        </span>
        <div className="ml-auto flex gap-2">
          <Link
            to={(article.kind === 'page' ? addresses.static_pages : addresses.articles).path}
            className="tool"
          >
            Danh sách
          </Link>
          {live_path !== null && (
            <a href={live_path} target="_blank" rel="noopener" className="tool">
              {article.kind === 'page' ? 'Mở trang' : 'Mở bài'}
            </a>
          )}
        </div>
      </div>
      <Standing article={article} />
      {comparison !== null && <Comparison comparison={comparison} article={article} />}
      {may_edit ? (
        <ArticleForm key={article.version} article={article} typed={typed} />
      ) : (
        <p className="sheet text-sm text-muted">Bạn xem được bài, chưa được sửa.</p>
      )}
      {/* The picture form is one of its own: forms do not stand within forms. */}
      <Pictures path={articlePath(code)} pictures={article.pictures} may_change={may_edit} />
      <Versions article={article} />
      {history !== null && <ChangeHistory entries={history} thing="article" thing_key={code} />}
    </>
  )
}

/** What shoppers see now and later, and the link of the preview. */
function Standing({ article }: { article: StoredArticle }) {
  const { code, kind, version, is_active, has_draft, publish_at, preview_path, preview_until } =
    article
  const { may_edit, may_publish } = article
  const one = { code, version }
  return (
    <section aria-label="Tình trạng" className="sheet grid gap-3 text-sm">
      <p>{standingText(article)}</p>
      {preview_path !== null && preview_until !== null && (
        <p className="wrap-anywhere">
          <a href={preview_path} target="_blank" rel="noopener" className="link">
            {has_draft ? 'Xem trước bản nháp' : 'Xem trước'}
          </a>{' '}
          <span className="text-muted">
            Ai có liên kết đều xem được, đến {formatDateTime(new Date(preview_until))}.
          </span>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {may_edit && (
          <Step {...one} intent="preview">
            {preview_path === null ? 'Tạo liên kết xem trước' : 'Đổi liên kết xem trước'}
          </Step>
        )}
        {may_edit && has_draft && is_active && (
          <Step {...one} intent="discard">
            Bỏ bản nháp
          </Step>
        )}
        {may_publish && is_active && (
          <Step {...one} intent="withdraw">
            {kind === 'page' ? 'Gỡ trang' : 'Gỡ bài'}
          </Step>
        )}
      </div>
      {publish_at !== null && (
        <p className="text-muted">Lưu nháp thì bỏ giờ hẹn; muốn giữ thì hẹn lại.</p>
      )}
    </section>
  )
}

function standingText(article: StoredArticle): string {
  const { kind, is_active, has_draft, publish_at, published_at } = article
  const name = kind === 'page' ? 'trang' : 'bài'
  const shown =
    is_active && published_at !== null
      ? `Khách đang xem ${name} đăng ${formatDateTime(new Date(published_at))}.`
      : `Khách chưa thấy ${name} này.`
  if (publish_at !== null)
    return `${shown} Bản nháp đăng lúc ${formatDateTime(new Date(publish_at))}.`
  return has_draft && is_active ? `${shown} Bạn đang sửa bản nháp.` : shown
}

interface StepProps {
  code: string
  version: number
  intent: string
  children: string
}

function Step({ code, version, intent, children }: StepProps) {
  return (
    <StaffForm action={articlePath(code)} hidden={{ version, intent }}>
      <SubmitButton>{children}</SubmitButton>
    </StaffForm>
  )
}
