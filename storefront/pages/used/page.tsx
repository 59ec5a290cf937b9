import { used_addresses } from '#storefront/addresses/used.ts'
import { GradeTable } from '#storefront/commerce/used/grade-table.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { UsedCards } from '#storefront/pages/used/used-cards.tsx'
import { UsedFilterForm } from '#storefront/pages/used/used-filter-form.tsx'
import { UsedPages } from '#storefront/pages/used/used-pages.tsx'
import type { UsedData } from '#storefront/pages/used/used-data.ts'
import { usedHref } from '#storefront/pages/used/used-query.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function meta({ filters, page }: UsedData): PageMeta {
  const { kind, ...others } = filters
  const is_plain = usedHref(others, page) === used_addresses.used.path
  return {
    title: 'Máy cũ giá tốt, kiểm tra kỹ, bảo hành đến 12 tháng',
    description:
      'Điện thoại, laptop, máy tính bảng và đồng hồ cũ: từng máy có ảnh thật, phần trăm pin, lịch sử thay linh kiện và kết quả kiểm tra. Đổi trả trong 30 ngày.',
    canonical_path: is_plain ? usedHref({ kind }) : used_addresses.used.path,
    ...(is_plain ? {} : { robots: 'noindex, follow' }),
  }
}

/** The list of used devices, as cards by version and grade. */
export function Page({ data }: { data: UsedData }) {
  const { filters, kinds, series, cards, total, page, pages } = data
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Máy cũ', path: used_addresses.used.path }]} />
      <div className="sheet grid grid-cols-[minmax(0,1fr)] gap-3 p-4 md:p-6">
        <h1 className="text-2xl md:text-title-lg">Máy cũ</h1>
        <p className="text-muted">
          Từng máy có ảnh thật, phần trăm pin và kết quả kiểm tra. Mỗi máy chỉ có một.
        </p>
        <ChipRow label="Loại máy" wraps>
          <Chip
            href={usedHref({ ...filters, kind: '', series: '' })}
            is_current={filters.kind === ''}
          >
            Tất cả
          </Chip>
          {kinds.map(({ value, name, quantity }) => (
            <Chip
              key={value}
              href={usedHref({ ...filters, kind: value, series: '' })}
              is_current={filters.kind === value}
            >
              {`${name} (${quantity})`}
            </Chip>
          ))}
        </ChipRow>
        {filters.kind === '' && filters.series === '' ? null : (
          <ChipRow label="Dòng máy">
            {series.map(({ value, name, quantity }) => (
              <Chip
                key={value}
                href={usedHref({ ...filters, series: filters.series === value ? '' : value })}
                is_current={filters.series === value}
                keeps_scroll
              >
                {`${name} (${quantity})`}
              </Chip>
            ))}
          </ChipRow>
        )}
        <UsedFilterForm data={data} />
      </div>
      {cards.length === 0 ? (
        <div className="sheet mt-4">
          <EmptyState picture="no-result" title="Chưa có máy nào phù hợp">
            <p>Hãy bớt điều kiện lọc, hoặc xem lại sau: máy cũ về mỗi ngày.</p>
            <a
              href={used_addresses.used.path}
              className="finger font-semibold text-accent hover:underline"
            >
              Xem tất cả máy cũ
            </a>
          </EmptyState>
        </div>
      ) : (
        <section aria-label="Danh sách máy cũ" className="mt-4">
          <UsedCards cards={cards} />
          <UsedPages filters={filters} page={page} count={pages} />
          <p className="mt-3 text-center text-sm text-muted">{`${total} nhóm máy`}</p>
        </section>
      )}
      <div className="mt-4 lg:mt-5">
        <GradeTable terms={data.terms} />
      </div>
    </>
  )
}
