import { inSentence } from '#pure/vietnamese/vietnamese-text.ts'
import type { CompareData } from '#storefront/pages/compare/compare-data.ts'
import { catalog_addresses } from '#storefront/addresses/catalog.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SellingGoods } from '#storefront/commerce/product-card/selling-goods.tsx'
import { CategoryTiles } from '#storefront/commerce/categories/category-tiles.tsx'
import { CompareTable } from '#storefront/pages/compare/compare-table.tsx'
import { compareUrl } from '#storefront/commerce/compare/compare-url.ts'
import { ProductPicker } from '#storefront/pages/compare/product-picker.tsx'

export function meta({ cards }: CompareData): PageMeta {
  const names = cards.map((card) => plainName(card.name))
  return {
    title: names.length > 0 ? `So sánh ${names.join(' và ')}` : 'So sánh sản phẩm',
    canonical_path: catalog_addresses.compare.path,
    robots: 'noindex, follow',
  }
}

/** Compares up to four products. The address has the whole comparison, so that it can be shared. */
export function Page({ data }: { data: CompareData }) {
  const { category, cards, only_different, left_out_count, picker } = data
  const crumbs = category ? [{ name: category.name, path: category.path }] : []
  return (
    <>
      <Breadcrumb
        crumbs={[...crumbs, { name: 'So sánh sản phẩm', path: catalog_addresses.compare.path }]}
      />
      {cards.length === 0 ? (
        <NothingChosen selling={data.selling} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <h1 className="mr-auto text-xl md:text-2xl">
              So sánh {category ? inSentence(category.name) : 'sản phẩm'}
            </h1>
            {cards.length > 1 ? <DifferencesSwitch data={data} /> : null}
          </div>
          {left_out_count > 0 ? (
            <Notice kind="info">
              {`Chỉ so sánh được tối đa bốn sản phẩm cùng loại, nên ${left_out_count} sản phẩm đã được bỏ ra.`}
            </Notice>
          ) : null}
          {picker ? (
            <ProductPicker
              picker={picker}
              ids={cards.map((card) => card.product_id)}
              category={category?.name ?? ''}
              only_different={only_different}
            />
          ) : null}
          <CompareTable data={data} />
        </div>
      )}
    </>
  )
}

function DifferencesSwitch({ data: { cards, only_different } }: { data: CompareData }) {
  const ids = cards.map((card) => card.product_id)
  return (
    <Chip
      href={compareUrl(ids, { khac: only_different ? undefined : '1' })}
      is_current={only_different}
      keeps_scroll
    >
      Chỉ xem điểm khác nhau
    </Chip>
  )
}

function NothingChosen({ selling }: Pick<CompareData, 'selling'>) {
  const { top_categories } = useShop()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="sheet">
        <EmptyState picture="search" title="Chưa chọn sản phẩm nào để so sánh" heading="h1">
          <p>Chọn “So sánh” trên hai sản phẩm cùng loại trở lên, rồi quay lại đây.</p>
        </EmptyState>
      </div>
      {top_categories.length > 0 ? (
        <CategoryTiles categories={top_categories} label="Danh mục sản phẩm" />
      ) : null}
      <SellingGoods products={selling} />
    </div>
  )
}

function plainName(name: string): string {
  return name.split(' | ')[0] ?? name
}
