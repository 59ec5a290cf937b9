import type { HomePage } from '#contracts/storefront/catalog.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { ProductGrid } from '#storefront/commerce/product-card/product-grid.tsx'
import { ProductSlider } from '#storefront/commerce/product-card/product-slider.tsx'

type Row = HomePage['rows'][number]

interface HomeRowProps {
  row: Row
  /** The first row shows all its products; the others scroll sideways. */
  is_first: boolean
}

/** A category on the home page: its name, its brands and its leading products. */
export function HomeRow({ row, is_first }: HomeRowProps) {
  if (row.products.length === 0) return null
  const more = { text: 'Xem tất cả', href: row.path }
  return (
    <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
      <SectionHeading title={row.name} more={more}>
        {row.brands.length > 1 ? (
          <div className="w-full min-w-0 md:order-2 md:w-auto">
            <ChipRow label={`Thương hiệu ${row.name}`}>
              {row.brands.map((brand) => (
                <Chip key={brand.path} href={brand.path}>
                  {brand.name}
                </Chip>
              ))}
            </ChipRow>
          </div>
        ) : null}
      </SectionHeading>
      {is_first ? (
        <div className="full-rows">
          <ProductGrid products={row.products} label={row.name} />
        </div>
      ) : (
        <ProductSlider products={row.products} label={row.name} />
      )}
    </section>
  )
}
