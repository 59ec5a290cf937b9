import { Link } from 'react-router'
import { landingPagePath } from '#admin/addresses/paths.ts'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { PageHeading } from '#admin/kit/page-heading.tsx'
import { layout_titles, phase_titles } from '#admin/pages/content/campaigns/campaign-texts.ts'
import type { LandingPagesData } from '#admin/pages/content/campaigns/page.server.ts'
import type { LandingRow } from '#contracts/staff/offers/landing-pages.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Trang khuyến mãi'
export const has_own_heading = true

/** The landing pages, those that run first. */
export function Page({ data: { rows, may_change } }: { data: LandingPagesData }) {
  return (
    <>
      <PageHeading title={title}>
        {may_change && (
          <Link to={landingPagePath('moi')} className="tool-main">
            Trang mới
          </Link>
        )}
      </PageHeading>
      <DataTable
        label={title}
        empty="Chưa có trang nào."
        columns={columns}
        rows={rows}
        keyOf={({ code }) => code}
      />
    </>
  )
}

const time = (at: string | null) => (at === null ? 'Luôn chạy' : formatDateTime(new Date(at)))

const columns: Column<LandingRow>[] = [
  {
    title: 'Tên',
    cell: ({ code, title: name }) => (
      <Link to={landingPagePath(code)} className="link">
        {name}
      </Link>
    ),
  },
  {
    title: 'Địa chỉ',
    cell: ({ path }) => (
      <a href={path} target="_blank" rel="noopener" className="link">
        {path}
      </a>
    ),
  },
  { title: 'Kiểu', cell: ({ layout }) => layout_titles[layout] },
  {
    title: 'Lúc này',
    cell: ({ is_active, phase }) => (is_active ? phase_titles[phase] : 'Đang tắt'),
  },
  { title: 'Bắt đầu', look: 'time', cell: ({ starts_at }) => time(starts_at) },
  {
    title: 'Kết thúc',
    look: 'time',
    cell: ({ starts_at, ends_at }) => (starts_at === null ? '' : time(ends_at)),
  },
  {
    title: 'Bản nháp đăng lúc',
    look: 'time',
    cell: ({ draft_at }) => (draft_at === null ? '' : formatDateTime(new Date(draft_at))),
  },
]
