import { fieldTime } from '#admin/kit/fields/time-field.tsx'
import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { landingPagePath } from '#admin/addresses/paths.ts'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { phase_titles } from '#admin/pages/content/campaigns/campaign-texts.ts'
import { BlockList } from '#admin/pages/content/campaigns/one/block-list.tsx'
import type { LandingPageData } from '#admin/pages/content/campaigns/one/page.server.ts'
import { LandingSettings } from '#admin/pages/content/campaigns/one/settings.tsx'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import type { StoredLanding } from '#contracts/staff/offers/landing-pages.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ landing }: LandingPageData) => landing?.title ?? 'Trang khuyến mãi mới'
export const has_own_heading = true

interface PageProps {
  data: LandingPageData
  typed?: Readonly<Record<string, string>>
}

/** One landing page: what it shows, its blocks in their sequence, its times, and its history. */
export function Page({ data, typed = {} }: PageProps) {
  const { landing, may_change, history } = data
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl">{title(data)}</h1>
        {landing !== null && (
          <span className="text-muted">
            {landing.is_active ? phase_titles[landing.phase] : 'Đang tắt'}
          </span>
        )}
        <Link to={addresses.landing_pages.path} className="tool ml-auto">
          Danh sách
        </Link>
        {landing !== null && (
          <a href={landing.path} target="_blank" rel="noopener" className="tool">
            Mở trang
          </a>
        )}
      </div>
      {landing !== null && <Preview landing={landing} />}
      {landing !== null && may_change && <Blocks landing={landing} typed={typed} />}
      {may_change && landing?.path !== '/' && (
        <LandingSettings key={landing?.version ?? 0} landing={landing} typed={typed} />
      )}
      {landing !== null && history !== null && (
        <ChangeHistory entries={history} thing="landing_page" thing_key={landing.code} />
      )}
    </>
  )
}

/** Opens the page at a moment in another window: with the draft, in the province that is chosen there. */
function Preview({ landing }: { landing: StoredLanding }) {
  const { preview_key, teasing_at, starts_at, dday_at, ends_at } = landing
  const moments: [string, string | null][] = [
    ['Lúc này', null],
    ['Sắp mở bán', teasing_at],
    ['Bắt đầu', starts_at],
    ['Ngày vàng', dday_at],
    ['Kết thúc', ends_at],
  ]
  const shown = moments.filter(([name, at]) => name === 'Lúc này' || at !== null)
  return (
    <section aria-labelledby="preview" className="sheet text-sm">
      <h2 id="preview" className="part-title mb-2">
        Xem trước
      </h2>
      <p className="mb-2 text-muted">
        Có bản nháp thì xem bản nháp. Giờ và tỉnh đổi được ngay trên trang xem trước.
      </p>
      <p className="flex flex-wrap gap-2">
        {shown.map(([name, at]) => (
          <a
            key={name}
            href={`/xem-truoc/${preview_key}${at === null ? '' : `?luc=${fieldTime(at)}`}`}
            target="_blank"
            rel="noopener"
            className="tool"
          >
            {name}
          </a>
        ))}
      </p>
    </section>
  )
}

/** Blocks that were not saved because the page had changed meanwhile come back as they were sent. */
function Blocks({
  landing,
  typed,
}: {
  landing: StoredLanding
  typed: Readonly<Record<string, string>>
}) {
  const { code, version, blocks, draft_blocks, draft_at } = landing
  return (
    <section aria-labelledby="blocks" className="grid gap-2 text-sm">
      <h2 id="blocks" className="part-title">
        Các khối
      </h2>
      {draft_blocks !== null && (
        <p className="text-muted">
          Đang sửa bản nháp.{' '}
          {draft_at === null
            ? 'Khách chưa thấy.'
            : `Khách thấy từ ${formatDateTime(new Date(draft_at))}.`}
        </p>
      )}
      <StaffForm
        key={version}
        action={landingPagePath(code)}
        hidden={{ version }}
        className="grid gap-3"
      >
        <BlockList
          blocks={typedBlocks(typed['blocks']) ?? draft_blocks ?? blocks}
          date_words={landing.date_words}
          is_home={landing.path === '/'}
        />
        <p className="text-muted">
          {
            'Trong chữ dùng được {starts}, {ends}, {dday}, {year}, {lunar_year}: ngày theo lịch của trang.'
          }
        </p>
        <label className="grid max-w-72 gap-1">
          <span className="text-muted">Khách thấy bản nháp từ (trống: chưa)</span>
          <input
            type="datetime-local"
            name="draft_at"
            defaultValue={typed['draft_at'] ?? fieldTime(draft_at)}
            className="field"
          />
        </label>
        <div className="flex flex-wrap gap-2">
          <SubmitButton name="intent" value="draft">
            Lưu nháp
          </SubmitButton>
          <SubmitButton name="intent" value="publish" look="primary">
            Đăng ngay
          </SubmitButton>
        </div>
      </StaffForm>
    </section>
  )
}

/** The form's own JSON, which it wrote a moment ago. */
function typedBlocks(text: string | undefined): StoredLanding['blocks'] | null {
  return text === undefined ? null : (JSON.parse(text) as StoredLanding['blocks'])
}
