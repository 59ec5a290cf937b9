import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { articlePath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { article_state_titles } from '#admin/pages/content/articles/article-texts.ts'
import type { ArticlesData } from '#admin/pages/content/articles/page.server.ts'
import type { ArticleRow } from '#contracts/staff/offers/articles.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Bài viết'
export const has_own_heading = true

/** Every article, with what is being prepared. */
export function Page({ data }: { data: ArticlesData }) {
  const { rows, has_next, counts, categories, authors, may_edit } = data
  return (
    <ListPage
      title={title}
      path={addresses.articles.path}
      search={{ label: 'Tìm bài', placeholder: 'Chữ trong tiêu đề' }}
      tabs={stateTabs(article_state_titles, counts)}
      filters={[
        { name: 'category', label: 'Chuyên mục', choices: categories },
        { name: 'author', label: 'Tác giả', choices: authors },
        {
          name: 'sort',
          label: 'Thứ tự',
          none: 'Sửa gần nhất trước',
          choices: [
            { value: 'published', title: 'Đăng gần nhất trước' },
            { value: 'title', title: 'Theo tiêu đề' },
          ],
        },
      ]}
      columns={columns}
      rows={rows}
      keyOf={({ code }) => code}
      hrefOf={({ code }) => articlePath(code)}
      nameOf={(row) => row.title}
      has_next={has_next}
      empty="Chưa có bài nào như vậy."
      create={
        may_edit && (
          <Link to={addresses.new_article.path} className="tool-main">
            Viết bài mới
          </Link>
        )
      }
    />
  )
}

const when = (at: string | null) => (at === null ? '' : formatDateTime(new Date(at)))

const columns: ListColumn<ArticleRow>[] = [
  { title: 'Tiêu đề', small: 'line', cell: (row) => row.title },
  { title: 'Trạng thái', small: 'start', cell: ({ state }) => article_state_titles[state] },
  { title: 'Chuyên mục', small: 'start', cell: ({ category }) => category },
  { title: 'Tác giả', small: 'end', cell: ({ author }) => author },
  { title: 'Đăng lúc', small: 'hidden', cell: ({ at }) => when(at) },
  {
    title: 'Sửa lúc',
    small: 'hidden',
    cell: ({ changed_at, changed_by }) => (
      <>
        {when(changed_at)}
        {changed_by === null ? null : <span className="text-muted"> · {changed_by}</span>}
      </>
    ),
  },
]
