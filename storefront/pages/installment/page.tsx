import { formatDong } from '#pure/money.ts'
import {
  installment_ways,
  installmentUrl,
  type InstallmentWay,
} from '#storefront/addresses/installment.ts'
import { location_addresses } from '#storefront/addresses/location.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { CardLoans } from '#storefront/pages/installment/card-loans.tsx'
import { CompanyLoans } from '#storefront/pages/installment/company-loans.tsx'
import type { InstallmentData, LoanWish } from '#storefront/pages/installment/installment-data.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Notice } from '#web/ui/notice.tsx'

const way_names: Record<InstallmentWay, { name: string; note: string }> = {
  'cong-ty': { name: 'Công ty tài chính', note: 'Duyệt hồ sơ nhanh chóng' },
  the: { name: 'Thẻ tín dụng', note: 'Không cần xét duyệt' },
  'tra-sau': { name: 'Mua trước trả sau', note: 'Duyệt trong ứng dụng' },
}

export function meta({ name, path, lowest_monthly }: InstallmentData): PageMeta {
  const from = lowest_monthly === null ? '' : ` từ ${formatDong(lowest_monthly)}/tháng`
  return {
    title: `Trả góp ${name}${from}`,
    description: `So sánh trả góp ${name} qua công ty tài chính, thẻ tín dụng và ví trả sau: góp mỗi tháng, tổng tiền, chênh lệch với mua trả thẳng, lãi suất thực.`,
    canonical_path: installmentUrl(path),
  }
}

/** Shows what a product costs in monthly payments, by everybody who lends its price. */
export function Page({ data }: { data: InstallmentData }) {
  const { path, breadcrumb, wish, price, companies, banks } = data
  const urlOf = (changed: Partial<LoanWish>) => {
    const { way, prepaid_percent, months, has_insurance, sort, color_slug, ...card } = {
      ...wish,
      ...changed,
    }
    return installmentUrl(path, {
      ...{ mau: color_slug, cach: way, tra_truoc: prepaid_percent, thang: months },
      ...{ bao_hiem: has_insurance ? 1 : null, sap_xep: sort },
      ...{ ngan_hang: card.bank_code, loai_the: card.card_brand, so_tien: card.card_amount },
    })
  }
  return (
    <>
      <Breadcrumb crumbs={[...breadcrumb, { name: 'Trả góp', path: installmentUrl(path) }]} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6">
        <Goods data={data} />
        {price === null ? (
          <Notice kind="info">Sản phẩm này chưa có giá bán, nên chưa tính được trả góp.</Notice>
        ) : (
          <>
            <Ways data={data} />
            {wish.way === 'the' ? (
              <CardLoans {...{ banks, price, wish, urlOf }} item_id={data.item_id} />
            ) : (
              <CompanyLoans
                companies={companies}
                item_id={data.item_id}
                wish={wish}
                urlOf={urlOf}
              />
            )}
            <HowTo />
          </>
        )}
      </div>
    </>
  )
}

function Goods({
  data: { name, color_name, path, picture, price, wish },
}: {
  data: InstallmentData
}) {
  return (
    <div className="sheet grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-4 p-4 large-text:grid-cols-1">
      {picture ? <Photo picture={picture} alt="" eager sizes="72px" className="w-18" /> : <span />}
      <div>
        <h1 className="text-lg md:text-2xl">Trả góp {name}</h1>
        <p className="mt-1 text-body text-muted">
          {color_name === '' ? null : `${color_name} · `}
          {price === null ? (
            'Giá liên hệ'
          ) : (
            <strong className="text-ink">{formatDong(price)}</strong>
          )}
          {' · '}
          <a
            href={withQuery(path, { mau: wish.color_slug })}
            className="finger text-accent underline"
          >
            Xem sản phẩm
          </a>
        </p>
      </div>
    </div>
  )
}

/** Each way begins with what its lenders offer. */
function Ways({ data: { path, wish } }: { data: InstallmentData }) {
  return (
    <nav aria-label="Cách trả góp" className="grid grid-cols-3 gap-2 large-text:grid-cols-1">
      {installment_ways.map((way) => (
        <a
          key={way}
          href={installmentUrl(path, { mau: wish.color_slug, cach: way })}
          data-scroll="keep"
          aria-current={way === wish.way ? 'true' : undefined}
          className="sheet grid content-center border border-transparent px-1.5 py-3 text-center aria-[current]:border-accent sm:px-3"
        >
          <span className="block text-sm leading-tight font-bold text-balance sm:text-base">
            {way_names[way].name}
          </span>
          <span className="text-sm text-muted max-sm:sr-only">{way_names[way].note}</span>
        </a>
      ))}
    </nav>
  )
}

function HowTo() {
  return (
    <Notice kind="info">
      Cửa hàng là điểm giới thiệu dịch vụ: bên cho vay xét duyệt và ký hợp đồng với bạn, hợp đồng có
      số tiền chính thức. Bảng tính dùng giá hôm nay. Làm hồ sơ hoặc trả bằng thẻ ngay trên trang,
      hoặc tại{' '}
      <a href={location_addresses.shops.path} className="underline">
        cửa hàng gần bạn
      </a>
      .
    </Notice>
  )
}
