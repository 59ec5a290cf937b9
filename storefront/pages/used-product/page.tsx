import { useLocation } from 'react-router'
import type { ReturnTerm } from '#contracts/storefront/returns.ts'
import type { UsedGrade, UsedProductPage } from '#contracts/storefront/trade/used.ts'
import { formatDong } from '#pure/money.ts'
import { used_addresses } from '#storefront/addresses/used.ts'
import { GradeTable } from '#storefront/commerce/used/grade-table.tsx'
import { NewPrice } from '#storefront/commerce/used/new-price.tsx'
import { returnTermsText } from '#storefront/commerce/used/return-terms.ts'
import { grade_order, grade_titles } from '#storefront/commerce/used/used-texts.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { catalogMeta } from '#storefront/seo/catalog-meta.ts'
import { DeviceList } from '#storefront/pages/used-product/device-list.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Chip, ChipRow } from '#web/ui/chip.tsx'

export interface UsedProductData {
  product: UsedProductPage
  terms: readonly ReturnTerm[]
}

export function meta({ product }: UsedProductData): PageMeta {
  return { ...catalogMeta(product.meta), og_type: 'product' }
}

/** A used version: its grades as tabs, and every device of the chosen one. */
export function Page({ data: { product, terms } }: { data: UsedProductData }) {
  const grade = useChosenGrade(product)
  const { name, path, new_goods, devices } = product
  const shown = devices.filter((device) => grade === null || device.grade === grade)
  const offered = shown.filter(({ supply }) => supply === 'listed')
  const [first = null] = offered.length > 0 ? offered : shown
  const [picture = null] = first?.pictures ?? []
  return (
    <>
      <Breadcrumb
        crumbs={[
          { name: 'Máy cũ', path: used_addresses.used.path },
          { name, path },
        ]}
      />
      <div className="sheet grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:grid-cols-[20rem_minmax(0,1fr)] md:gap-6 md:p-6">
        {picture === null ? null : (
          <Photo
            picture={picture}
            sizes="(max-width: 800px) 60vw, 320px"
            className="mx-auto aspect-square h-auto w-3/5 rounded-2xl object-cover md:w-full"
            eager
          />
        )}
        <div className="grid content-start gap-4">
          <div>
            <h1 className="text-xl md:text-2xl">{name}</h1>
            {first === null ? (
              <p className="mt-2 text-muted">Hiện đã hết máy. Máy cũ về mỗi ngày.</p>
            ) : (
              <div className="mt-2">
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <span className="text-muted">Từ</span>
                  <span className="price-now text-title">{formatDong(first.price)}</span>
                </p>
                <NewPrice price={first.price} new_price={new_goods.price} />
              </div>
            )}
          </div>
          <ChipRow label="Hạng máy" wraps>
            <Chip href={path} is_current={grade === null} keeps_scroll>
              {`Tất cả (${countOf(product, null)})`}
            </Chip>
            {grade_order
              .filter((one) => devices.some((device) => device.grade === one))
              .map((one) => (
                <Chip
                  key={one}
                  href={`${path}?hang=${one}`}
                  is_current={grade === one}
                  keeps_scroll
                >
                  {`${grade_titles[one]} (${countOf(product, one)})`}
                </Chip>
              ))}
          </ChipRow>
          <ul className="grid list-disc gap-1 pl-5 text-body leading-snug">
            <li>Bảo hành 6 tháng với máy cũ, 12 tháng với máy đã kích hoạt; từng máy ghi rõ.</li>
            <li>{returnTermsText(terms)}</li>
            <li>Mỗi máy chỉ có một: máy bạn chọn được giữ khi thanh toán.</li>
          </ul>
          <a href={new_goods.path} className="finger font-semibold text-accent hover:underline">
            {new_goods.price === null
              ? `Xem ${new_goods.name} mới`
              : `Xem ${new_goods.name} mới, ${formatDong(new_goods.price)}`}
          </a>
        </div>
      </div>
      <DeviceList devices={shown} />
      <div className="mt-4 lg:mt-5">
        <GradeTable terms={terms} />
      </div>
    </>
  )
}

function countOf({ devices }: UsedProductPage, grade: UsedGrade | null): number {
  return devices.filter(
    (device) => device.supply === 'listed' && (grade === null || device.grade === grade),
  ).length
}

/** The grade of the address; null: all. */
function useChosenGrade({ devices }: UsedProductPage): UsedGrade | null {
  const asked = new URLSearchParams(useLocation().search).get('hang')
  return devices.find(({ grade }) => grade === asked)?.grade ?? null
}
