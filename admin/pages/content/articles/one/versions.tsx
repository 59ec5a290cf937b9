import { Link } from 'react-router'
import { articlePath } from '#admin/addresses/paths.ts'
import { changedWords, partnersOf } from '#admin/pages/content/articles/one/changed-words.ts'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import type {
  ArticleComparison,
  ComparedLine,
  StoredArticle,
} from '#contracts/staff/offers/articles.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** What was published before, newest first. */
export function Versions({ article: { code, versions } }: { article: StoredArticle }) {
  if (versions.length === 0) return null
  return (
    <section aria-labelledby="versions" className="sheet text-sm">
      <h2 id="versions" className="part-title mb-2">
        Phiên bản
      </h2>
      <ol className="divide-y divide-line">
        {versions.map(({ number, title, published_at, staff_name }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <b className="tabular-nums">Bản {number}</b>
            <span className="min-w-0 grow wrap-anywhere">{title}</span>
            <span className="text-muted">
              {formatDateTime(new Date(published_at))}
              {staff_name === '' ? ' · trước khi sửa ở đây' : ` · ${staff_name}`}
            </span>
            <Link to={`${articlePath(code)}?so-sanh=${number}`} className="tool">
              So sánh<span className="sr-only"> bản {number}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface ComparisonProps {
  comparison: ArticleComparison
  article: StoredArticle
}

/** What has changed since a version, and the form that makes it the draft again. */
export function Comparison({ comparison, article }: ComparisonProps) {
  const { number, fields, lines } = comparison
  const { code, version, may_edit } = article
  const partners = partnersOf(lines)
  const is_same =
    fields.length === 0 && lines.every(({ kind }) => kind === 'gap' || kind === 'same')
  return (
    <section aria-labelledby="comparison" className="sheet grid gap-3 text-sm">
      <h2 id="comparison" className="part-title">
        Bản {number} so với bây giờ
      </h2>
      {is_same ? (
        <p>Không khác gì.</p>
      ) : (
        <p className="text-muted">Chữ gạch là của bản {number}; chữ tô xanh là bây giờ.</p>
      )}
      {fields.length > 0 && (
        <dl className="grid gap-2">
          {fields.map(({ label, before, after }) => (
            <div key={label}>
              <dt className="font-semibold">{label}</dt>
              <dd className="border-l-2 border-sale px-1.5 wrap-anywhere">
                <Removed text={before || '(trống)'} other={after} />
              </dd>
              <dd className="mt-1 border-l-2 border-success px-1.5 wrap-anywhere">
                <Added text={after || '(trống)'} other={before} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!is_same && lines.length > 0 && (
        <ol aria-label="Nội dung" className="grid gap-1 rounded-lg border border-line p-2">
          {lines.map((line, n) => (
            <Line key={n} line={line} other={partners[n] ?? ''} />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {may_edit && (
          <StaffForm action={articlePath(code)} hidden={{ intent: 'restore', version, number }}>
            <SubmitButton look="primary">{`Khôi phục bản ${number}`}</SubmitButton>
          </StaffForm>
        )}
        <Link to={articlePath(code)} className="tool">
          Đóng
        </Link>
        <span className="text-muted">Khôi phục thành bản nháp, khách chưa thấy.</span>
      </div>
    </section>
  )
}

/** A line, and the text in its place in the other version. */
function Line({ line: { kind, text }, other }: { line: ComparedLine; other: string }) {
  switch (kind) {
    case 'gap':
      return <li className="text-muted">⋯</li>
    case 'same':
      return <li className="px-2 wrap-anywhere">{text}</li>
    case 'removed':
      return (
        <li className="border-l-2 border-sale px-1.5 wrap-anywhere">
          <Removed text={text} other={other} />
        </li>
      )
    case 'added':
      return (
        <li className="border-l-2 border-success px-1.5 wrap-anywhere">
          <Added text={text} other={other} />
        </li>
      )
  }
}

interface SideProps {
  text: string
  other: string
}

function Removed({ text, other }: SideProps) {
  const { head, changed, tail } = changedWords(text, other)
  return (
    <>
      {head}
      {changed !== '' && <del className="text-sale">{changed}</del>}
      {tail}
    </>
  )
}

function Added({ text, other }: SideProps) {
  const { head, changed, tail } = changedWords(text, other)
  return (
    <>
      {head}
      {changed !== '' && (
        <ins className="bg-success-soft font-semibold no-underline">{changed}</ins>
      )}
      {tail}
    </>
  )
}
