import type { HomePage } from '#contracts/catalog.ts'
import { Chip, ChipRow } from '#storefront/ui/chip.tsx'
import { SectionHeading } from '#storefront/ui/section-heading.tsx'
import { Slider } from '#storefront/ui/slider.tsx'
import { ProductCard } from '#storefront/widgets/product-card.tsx'
import { ProductGrid } from '#storefront/widgets/product-grid.tsx'

type Row = HomePage['rows'][number]

interface HomeRowProps {
  row: Row
  /** The shop's first row stands in full; the others are swept sideways. */
  is_first: boolean
}

const BRANDS = 6

/** A category on the home page: its name, its brands, its best. */
export function HomeRow({ row, is_first }: HomeRowProps) {
  if (row.products.length === 0) return null
  const more = { text: 'Xem tất cả', href: row.path }
  return (
    <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
      <SectionHeading title={row.name} more={more}>
        {row.brands.length > 1 ? (
          <div className="w-full min-w-0 md:order-2 md:w-auto">
            <ChipRow label={`Thương hiệu ${row.name}`}>
              {row.brands.slice(0, BRANDS).map((brand) => (
                <Chip key={brand.path} href={brand.path}>
                  {brand.name}
                </Chip>
              ))}
            </ChipRow>
          </div>
        ) : null}
      </SectionHeading>
      {is_first ? (
        <ProductGrid products={row.products.slice(0, 10)} label={row.name} />
      ) : (
        <ProductSlider products={row.products} label={row.name} />
      )}
    </section>
  )
}

/** Cards side by side: two and a bit on a phone, five on a desktop. */
export function ProductSlider({ products, label }: { products: Row['products']; label: string }) {
  return (
    <Slider label={label} overflows={products.length > 5}>
      {products.map((card) => (
        <li
          key={card.product_id}
          className="w-[44%] shrink-0 snap-start sm:w-[30%] md:w-[calc((100%-56px)/4)] lg:w-[calc((100%-72px)/5)]"
        >
          <ProductCard card={card} />
        </li>
      ))}
    </Slider>
  )
}
