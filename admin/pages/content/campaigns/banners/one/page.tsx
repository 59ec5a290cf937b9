import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { bannerPath } from '#admin/addresses/campaign-paths.ts'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import { banner_states, labelText } from '#admin/pages/content/campaigns/banners/banner-texts.ts'
import { BannerForm } from '#admin/pages/content/campaigns/banners/one/banner-form.tsx'
import type { BannerData } from '#admin/pages/content/campaigns/banners/one/page.server.ts'

export const title = ({ banner }: BannerData) =>
  banner === null ? 'Banner mới' : labelText(banner.label)
export const has_own_heading = true

interface PageProps {
  data: BannerData
  typed?: Readonly<Record<string, string>>
}

/** One banner: its fields, how shoppers see it, and who changed it. */
export function Page({ data, typed = {} }: PageProps) {
  const { banner, history, may_change } = data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl">{title(data)}</h1>
        {banner !== null && <span className="text-muted">{banner_states[banner.state]}</span>}
        <span className="ml-auto flex flex-wrap gap-2">
          {banner !== null && may_change && (
            <Link to={`${bannerPath('moi')}?chep=${banner.banner_id}`} className="tool">
              Chép thành banner mới
            </Link>
          )}
          <Link to={addresses.banners.path} className="tool">
            Danh sách
          </Link>
        </span>
      </div>
      {banner?.leads === false && (
        <p className="sheet font-semibold text-sale">
          Trang {banner.path} không còn trong cửa hàng, nên khách không thấy banner này.
        </p>
      )}
      <BannerForm
        key={`${banner?.banner_id ?? 'moi'}-${data.copied?.banner_id ?? ''}`}
        {...{ data, typed }}
      />
      {banner !== null && history !== null && (
        <ChangeHistory entries={history} thing="banner" thing_key={String(banner.banner_id)} />
      )}
    </div>
  )
}
