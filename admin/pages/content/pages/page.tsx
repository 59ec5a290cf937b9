import { addresses } from '#admin/addresses/addresses.ts'
import { articlePath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage } from '#admin/kit/list/list-page.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { article_state_titles } from '#admin/pages/content/articles/article-texts.ts'
import type { PagesData } from '#admin/pages/content/pages/page.server.ts'
import type { PageRow } from '#contracts/staff/offers/articles.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Trang tĩnh'
export const has_own_heading = true

interface PageProps {
  data: PagesData
  typed?: Readonly<Record<string, string>>
}

/** The policies and other static pages, in the sequence of the footer. */
export function Page({ data: { rows, may_edit }, typed = {} }: PageProps) {
  return (
    <>
      <ListPage
        title={title}
        path={addresses.static_pages.path}
        search={{ label: 'Tìm trang', placeholder: 'Chữ trong tiêu đề' }}
        filters={[]}
        columns={columns}
        rows={rows}
        keyOf={({ code }) => code}
        hrefOf={({ code }) => articlePath(code)}
        nameOf={(row) => row.title}
        has_next={false}
        empty="Không có trang nào như vậy."
      />
      {may_edit && (
        <StaffForm
          action={addresses.static_pages.path}
          hidden={{}}
          className="sheet flex max-w-3xl flex-wrap items-end gap-3 text-sm"
        >
          <label className="grid min-w-0 grow gap-1">
            <span className="text-muted">Trang mới</span>
            <input
              name="title"
              required
              maxLength={200}
              placeholder="Tiêu đề"
              defaultValue={typed['title'] ?? ''}
              className="field w-full"
            />
          </label>
          <SubmitButton>Viết trang</SubmitButton>
        </StaffForm>
      )}
    </>
  )
}

const columns: ListColumn<PageRow>[] = [
  { title: 'Tiêu đề', small: 'line', cell: (row) => row.title },
  { title: 'Trạng thái', small: 'start', cell: ({ state }) => article_state_titles[state] },
  { title: 'Địa chỉ', small: 'start', cell: ({ path }) => path },
  {
    title: 'Chân trang',
    small: 'hidden',
    cell: ({ is_in_footer }) => (is_in_footer ? 'Có' : 'Không'),
  },
  {
    title: 'Sửa lúc',
    small: 'end',
    cell: ({ changed_at, changed_by }) => (
      <>
        {formatDateTime(new Date(changed_at))}
        {changed_by === null ? null : <span className="text-muted"> · {changed_by}</span>}
      </>
    ),
  },
]
