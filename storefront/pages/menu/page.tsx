import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Icon } from '#web/ui/icons.tsx'
import type { MenuEntry } from '#contracts/storefront/catalog.ts'
import { catalog_addresses } from '#storefront/addresses/catalog.ts'
import type { PageMeta, ShopIdentity } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import type { ServiceEntry } from '#storefront/commerce/categories/shop-services.ts'
import { Price } from '#storefront/commerce/product-card/price.tsx'
import { EmptyShop } from '#storefront/commerce/categories/empty-shop.tsx'

export interface MenuData {
  entries: MenuEntry[]
  /** They come with the data, so that scripts need not know their pages. */
  services: ServiceEntry[]
}

export function meta(_data: MenuData, shop: ShopIdentity): PageMeta {
  return {
    title: 'Tất cả danh mục sản phẩm',
    description: `Điện thoại, laptop, máy tính bảng, âm thanh, đồng hồ, phụ kiện theo thương hiệu và mức giá tại ${shop.name}.`,
    canonical_path: catalog_addresses.menu.path,
  }
}

/** Every category with its groups, brands and price bands. */
export function Page({ data: { entries, services } }: { data: MenuData }) {
  if (entries.length === 0) return <EmptyShop />
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Danh mục', path: catalog_addresses.menu.path }]} />
      <h1 className="text-2xl md:text-title-lg">Tất cả danh mục</h1>
      <div className="mt-4 columns-1 gap-4 md:columns-2">
        {entries.map((entry) => (
          <Entry key={entry.path} entry={entry} />
        ))}
        {services.map((service) => (
          <Service key={service.path} entry={service} />
        ))}
      </div>
    </>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  return (
    <section className="sheet mb-4 break-inside-avoid p-4 md:p-5">
      <h2 className="text-lg">
        <a href={entry.path} className="group flex items-center gap-3 hover:text-accent">
          {entry.thumbnail ? (
            <Photo
              picture={{ src: entry.thumbnail, alt: '', width: 240, height: 240 }}
              sizes="48px"
              className="size-12"
            />
          ) : null}
          <span className="flex-1">{entry.name}</span>
          <Icon name="chevron-right" className="size-5 text-muted" />
        </a>
      </h2>
      <Links title="Loại sản phẩm" links={entry.children} />
      <Links title="Thương hiệu" links={entry.brands} />
      <Links title="Mức giá" links={entry.price_bands} />
      <Links title="Nhu cầu" links={entry.needs} />
      <Featured products={entry.featured} />
    </section>
  )
}

function Service({ entry }: { entry: ServiceEntry }) {
  return (
    <section className="sheet mb-4 break-inside-avoid p-4 md:p-5">
      <h2 className="text-lg">
        <a href={entry.path} className="group flex items-center gap-3 hover:text-accent">
          <span className="grid size-12 place-items-center rounded-2xl bg-cream text-accent">
            <Icon name={entry.icon} className="size-6" />
          </span>
          <span className="flex-1">{entry.name}</span>
          <Icon name="chevron-right" className="size-5 text-muted" />
        </a>
      </h2>
      <p className="mt-3 text-muted">{entry.sentence}</p>
      {entry.columns.map(({ title, links }) => (
        <Links key={title} title={title} links={links} />
      ))}
    </section>
  )
}

const featured_size = 3

/** The leading goods of a category with their prices, as the menu of a wide screen shows them. */
function Featured({ products }: { products: MenuEntry['featured'] }) {
  return (
    <ul aria-label="Sản phẩm nổi bật" className="mt-3 grid gap-3 sm:grid-cols-3">
      {products.slice(0, featured_size).map((product) => (
        <li
          key={product.path}
          className="group relative flex items-center gap-3 rounded-2xl bg-mist p-2.5 large-text:flex-wrap sm:flex-col sm:text-center"
        >
          {product.thumbnail ? (
            <Photo
              picture={product.thumbnail}
              alt=""
              sizes="64px"
              className="size-16 shrink-0 mix-blend-multiply"
            />
          ) : null}
          <div className="min-w-0">
            <a
              href={product.path}
              className="text-sm leading-snug font-semibold group-hover:text-accent after:absolute after:inset-0 after:rounded-2xl"
            >
              {product.name}
            </a>
            <Price price={product.price} special_price={product.special_price} size="line" />
          </div>
        </li>
      ))}
    </ul>
  )
}

interface LinksProps {
  title: string
  links: readonly { name: string; path: string }[]
}

function Links({ title, links }: LinksProps) {
  if (links.length === 0) return null
  return (
    <div className="mt-3">
      <h3 className="text-sm text-muted">{title}</h3>
      <ul className="mt-2 flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none] sm:flex-wrap">
        {links.map((link) => (
          <li key={link.path} className="shrink-0">
            <a
              href={link.path}
              className="finger inline-flex min-h-10 items-center rounded-full bg-mist px-3.5 text-sm font-semibold hover:bg-cream hover:text-accent"
            >
              {link.name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
