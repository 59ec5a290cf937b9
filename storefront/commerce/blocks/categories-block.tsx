import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import type { CategoryRow, ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Price } from '#storefront/commerce/product-card/price.tsx'
import { ProductGrid } from '#storefront/commerce/product-card/product-grid.tsx'
import { ProductLine } from '#storefront/commerce/product-card/product-line.tsx'
import { ProductSlider } from '#storefront/commerce/product-card/product-slider.tsx'

/** Categories with their leading goods: each in a section of its own, or as panels beside each other. */
export function CategoriesBlock({
  block: { title, look, rows },
}: {
  block: ShownOf<'categories'>
}) {
  if (look === 'panels') return <Panels title={title} rows={rows} />
  return rows.map((row) => <CategorySection key={row.path} row={row} is_grid={look === 'grid'} />)
}

/** A category: its name, its brands and its leading goods. */
function CategorySection({ row, is_grid }: { row: CategoryRow; is_grid: boolean }) {
  return (
    <section className="home-section">
      <SectionHeading title={row.name} more={{ text: 'Xem tất cả', href: row.path }}>
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
      {is_grid ? (
        <div className="full-rows">
          <ProductGrid products={row.products} label={row.name} />
        </div>
      ) : (
        <ProductSlider products={row.products} label={row.name} />
      )}
    </section>
  )
}

/** What a panel shows: one product large, the others as lines. */
const panel_size = 4

function Panels({ title, rows }: { title: string; rows: readonly CategoryRow[] }) {
  return (
    <section className="home-section">
      {title === '' ? null : <SectionHeading title={title} />}
      <ul className="category-panels">
        {rows.map((row) => (
          <li key={row.path} className="category-panel">
            <Panel row={row} level={title === '' ? 'h2' : 'h3'} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Panel({ row, level: Heading }: { row: CategoryRow; level: 'h2' | 'h3' }) {
  const [lead, ...others] = row.products.slice(0, panel_size)
  if (!lead) return null
  return (
    <>
      <Heading className="text-lg">
        <a href={row.path} className="category-panel-name">
          {row.name}
          <Icon name="chevron-right" className="size-4" />
        </a>
      </Heading>
      <article className="group category-lead">
        {lead.thumbnail ? (
          <Photo
            picture={lead.thumbnail}
            alt=""
            sizes="(max-width: 800px) 66px, 180px"
            className="category-lead-picture"
          />
        ) : null}
        <div className="min-w-0">
          <p className="product-line-name">
            <a href={`/${lead.url_path}`} className="product-line-link">
              {lead.name.split(' | ')[0]}
            </a>
          </p>
          <Price price={lead.price} special_price={lead.special_price} size="line" />
        </div>
      </article>
      <ul aria-label={row.name} className="grid grow content-around">
        {others.map((card) => (
          <li key={card.product_id} className="border-t border-line max-md:nth-3:hidden">
            <ProductLine card={card} />
          </li>
        ))}
      </ul>
    </>
  )
}
