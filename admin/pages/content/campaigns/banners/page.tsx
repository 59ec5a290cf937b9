import { useEffect, useRef } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { bannerPath } from '#admin/addresses/campaign-paths.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { ChoiceField, choicesOf } from '#admin/kit/fields/choice-field.tsx'
import { listAddress, useListQuery } from '#admin/kit/list/list-query.ts'
import { PageHeading } from '#admin/kit/page-heading.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import {
  banner_states,
  labelText,
  placeChoices,
  placeText,
} from '#admin/pages/content/campaigns/banners/banner-texts.ts'
import type { BannersData } from '#admin/pages/content/campaigns/banners/page.server.ts'
import type { BannerRow } from '#contracts/staff/offers/banners.ts'
import { smallArticlePicture } from '#pure/formats/article-picture.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Banner'
export const has_own_heading = true

const { path } = addresses.banners

/** The banners of the home page and of categories, in their sequence. */
export function Page({ data: { rows, categories, may_change } }: { data: BannersData }) {
  const query = useListQuery()
  const here = listAddress(path, query)
  const is_filtered = query['placement'] !== undefined || query['state'] !== undefined
  // Between banners of one state others may stand, so a step there would show nothing.
  const may_move = may_change && query['state'] === undefined
  return (
    <>
      <PageHeading title={title}>
        {may_change && (
          <Link to={bannerPath('moi')} className="tool-main">
            Banner mới
          </Link>
        )}
      </PageHeading>
      <p className="text-sm text-muted">
        Ảnh lớn và ảnh bên của trang chủ, ảnh đầu trang danh mục. Ảnh bên chỉ hiện khi có đủ ba;
        danh mục hiện hai banner đầu.
      </p>
      <Filters categories={categories} />
      <DataTable
        label="Danh sách banner"
        empty={is_filtered ? 'Không có banner nào như vậy.' : 'Chưa có banner nào.'}
        columns={columnsOf(rows, here, { may_change, may_move })}
        rows={rows}
        keyOf={({ banner_id }) => banner_id}
      />
    </>
  )
}

function Filters({ categories }: Pick<BannersData, 'categories'>) {
  const query = useListQuery()
  const navigate = useNavigate()
  return (
    <Form
      key={listAddress(path, query)}
      method="get"
      action={path}
      aria-label="Lọc banner"
      onChange={({ currentTarget }) => {
        const fields = Object.fromEntries(
          [...new FormData(currentTarget)].map(([name, value]) => [name, String(value)]),
        )
        void navigate(listAddress(path, {}, fields))
      }}
      className="flex flex-wrap items-end gap-2 text-sm"
    >
      <ChoiceField
        label="Nơi hiện"
        name="placement"
        choices={[{ value: '', title: 'Mọi nơi' }, ...placeChoices(categories)]}
        value={query['placement']}
      />
      <ChoiceField
        label="Tình trạng"
        name="state"
        choices={[{ value: '', title: 'Mọi tình trạng' }, ...choicesOf(banner_states)]}
        value={query['state']}
      />
      <button type="submit" className="tool hidden noscript:block">
        Lọc
      </button>
    </Form>
  )
}

interface Allowed {
  may_change: boolean
  may_move: boolean
}

function columnsOf(
  rows: readonly BannerRow[],
  here: string,
  { may_change, may_move }: Allowed,
): Column<BannerRow>[] {
  return [
    { title: 'Banner', cell: (banner) => <Name banner={banner} /> },
    { title: 'Nơi hiện', cell: placeText },
    { title: 'Lúc này', cell: ({ state }) => banner_states[state] },
    {
      title: 'Thời gian',
      look: 'time',
      cell: ({ starts_at, ends_at }) => (
        <Lines
          lines={
            starts_at === null && ends_at === null
              ? ['Luôn luôn']
              : [starts_at && `từ ${when(starts_at)}`, ends_at && `đến ${when(ends_at)}`]
          }
        />
      ),
    },
    {
      title: 'Mở trang',
      look: 'text',
      cell: ({ path: target, leads }) => (
        <>
          {target}
          {!leads && <strong className="block text-sale">Trang không còn, khách không thấy</strong>}
        </>
      ),
    },
    ...(may_move ? [{ title: 'Thứ tự', cell: moveCell(rows, here) }] : []),
    ...(may_change ? [{ title: 'Việc', cell: actCell(here) }] : []),
  ]
}

const when = (at: string) => formatDateTime(new Date(at))

function Name({ banner: { banner_id, label, eyebrow, image } }: { banner: BannerRow }) {
  return (
    <Link to={bannerPath(banner_id)} className="flex items-center gap-3">
      <img
        src={smallArticlePicture(image.src)}
        alt=""
        width={image.width}
        height={image.height}
        loading="lazy"
        className="h-12 w-28 shrink-0 rounded-lg bg-mist object-cover"
      />
      <span className="min-w-0">
        {eyebrow !== '' && <span className="block text-xs text-muted">{eyebrow}</span>}
        <span className="link">{labelText(label)}</span>
      </span>
    </Link>
  )
}

/** Steps up and down among the banners of one place. */
function moveCell(rows: readonly BannerRow[], here: string) {
  const isSame = (a: BannerRow, b: BannerRow | undefined) => a.placement === b?.placement
  return function Steps(banner: BannerRow) {
    const n = rows.indexOf(banner)
    const can_rise = isSame(banner, rows[n - 1])
    const can_sink = isSame(banner, rows[n + 1])
    if (!can_rise && !can_sink) return null
    return <MoveButtons {...{ banner, here, can_rise, can_sink }} />
  }
}

interface MoveProps {
  banner: BannerRow
  here: string
  can_rise: boolean
  can_sink: boolean
}

function MoveButtons({ banner, here, can_rise, can_sink }: MoveProps) {
  const row = useRef<HTMLDivElement>(null)
  const pressed = useRef<string | null>(null)
  // A row that moves in the page loses the focus.
  useEffect(() => {
    if (pressed.current === null || document.activeElement !== document.body) return
    const buttons = row.current?.querySelectorAll('button')
    const same = row.current?.querySelector<HTMLButtonElement>(`[name=${pressed.current}]`)
    ;(same ?? buttons?.[0])?.focus()
    pressed.current = null
  })
  const step = (is_up: boolean) => (
    <StaffForm action={here} hidden={{ intent: 'move', banner_id: banner.banner_id }}>
      <button
        type="submit"
        name="is_up"
        value={is_up ? '1' : '0'}
        className="tool min-w-9 justify-center px-0"
        onClick={() => {
          pressed.current = is_up ? 'is_up' : 'is_down'
        }}
      >
        <span aria-hidden>{is_up ? '↑' : '↓'}</span>
        <span className="sr-only">
          {is_up ? 'Lên trước: ' : 'Xuống sau: '}
          {labelText(banner.label)}
        </span>
      </button>
    </StaffForm>
  )
  return (
    <div ref={row} className="flex gap-1">
      {can_rise ? step(true) : <span className="w-9 max-lg:hidden" />}
      {can_sink && step(false)}
    </div>
  )
}

function actCell(here: string) {
  return function Acts({ banner_id, version, is_active, label }: BannerRow) {
    return (
      <div className="flex gap-1">
        <StaffForm
          action={here}
          hidden={{ intent: 'switch', banner_id, version, is_active: is_active ? '0' : '1' }}
        >
          <button type="submit" className="tool">
            {is_active ? 'Tắt' : 'Bật'}
            <span className="sr-only"> {labelText(label)}</span>
          </button>
        </StaffForm>
        <Link to={`${bannerPath('moi')}?chep=${banner_id}`} className="tool">
          Chép
          <span className="sr-only"> {labelText(label)}</span>
        </Link>
      </div>
    )
  }
}
