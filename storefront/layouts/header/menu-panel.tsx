import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { useRef, useState } from 'react'
import type { MenuEntry } from '#contracts/storefront/catalog.ts'
import { Price } from '#storefront/commerce/product-card/price.tsx'
import { Icon } from '#web/ui/icons.tsx'

/** A pointer on its way to the columns crosses other categories, so only a resting pointer chooses one. */
const REST_MS = 90

/** The content of the menu: categories at the left, the links of the chosen category at the right. */
export function MenuPanel({ entries }: { entries: MenuEntry[] }) {
  const [chosen, choose] = useState(0)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const entry = entries[chosen]
  return (
    <div className="grid grid-cols-[236px_minmax(0,1fr)] lg:grid-cols-[264px_minmax(0,1fr)]">
      <ul data-column className="content-start border-r border-line p-2.5">
        {entries.map((listed, index) => (
          <li key={listed.path}>
            <a
              href={listed.path}
              data-current={index === chosen || undefined}
              onPointerEnter={() => {
                rest.current = setTimeout(() => choose(index), REST_MS)
              }}
              onPointerLeave={() => clearTimeout(rest.current)}
              onFocus={() => choose(index)}
              className="flex items-center gap-3 rounded-xl px-2 py-1 text-body font-semibold -outline-offset-2 hover:bg-mist data-current:bg-cream data-current:text-accent"
            >
              <Thumbnail src={listed.thumbnail} />
              <span className="flex-1">{listed.name}</span>
              <Icon name="chevron-right" className="size-4 text-muted" />
            </a>
          </li>
        ))}
      </ul>
      {entry ? <MenuColumns key={entry.path} entry={entry} /> : null}
    </div>
  )
}

function MenuColumns({ entry }: { entry: MenuEntry }) {
  return (
    <div className="flex flex-col gap-6 p-6">
      <div className="menu-columns">
        <MenuColumn title="Loại sản phẩm" links={entry.children} />
        <MenuColumn title="Nhu cầu" links={entry.needs} />
        <MenuColumn title="Thương hiệu" links={entry.brands} />
        <MenuColumn title="Mức giá" links={entry.price_bands} />
      </div>
      <a
        href={entry.path}
        className="inline-flex w-fit items-center gap-1 rounded-lg text-body font-semibold text-accent hover:underline"
      >
        Xem tất cả {entry.name}
        <Icon name="chevron-right" className="size-4" />
      </a>
      <Featured products={entry.featured} />
    </div>
  )
}

const featured_size = 5

/** Goods with their pictures and prices in the shopper's province: as many as fill a row. */
function Featured({ products }: { products: MenuEntry['featured'] }) {
  if (products.length === 0) return null
  return (
    <section data-column className="flex grow flex-col rounded-2xl bg-mist p-4">
      <h3 className="text-body">Sản phẩm nổi bật ⚡</h3>
      <ul className="menu-goods">
        {products.slice(0, featured_size).map((product) => (
          <li
            key={product.path}
            className="group relative min-w-0 max-lg:nth-4:hidden max-lg:nth-5:hidden"
          >
            {product.thumbnail ? (
              <Photo
                picture={product.thumbnail}
                alt=""
                sizes="96px"
                className="mx-auto size-24 rounded-lg mix-blend-multiply"
              />
            ) : null}
            <a
              href={product.path}
              className="mt-2 line-clamp-2 text-sm leading-snug font-semibold group-hover:text-accent after:absolute after:inset-0 after:rounded-lg"
            >
              {product.name}
            </a>
            <Price price={product.price} special_price={product.special_price} size="line" />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A longer list takes two columns where there is room. */
const long_list = 7

interface MenuColumnProps {
  title: string
  links: readonly { name: string; path: string }[]
}

function MenuColumn({ title, links }: MenuColumnProps) {
  if (links.length === 0) return null
  return (
    <section data-column>
      <h3 className="text-body">{title}</h3>
      <ul className={`mt-2.5 ${links.length > long_list ? 'columns-[8rem] gap-x-4' : ''}`}>
        {links.map((link) => (
          <li key={link.path}>
            <a
              href={link.path}
              className="-mx-2 mb-0.5 block break-inside-avoid rounded-lg px-2 py-1.5 text-sm leading-snug text-muted hover:bg-mist hover:text-accent"
            >
              {link.name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Thumbnail({ src }: { src: string | null }) {
  if (src === null) return <span className="size-9" />
  return (
    <Photo
      picture={{ src, alt: '', width: 240, height: 240 }}
      sizes="36px"
      className="size-9 mix-blend-multiply"
    />
  )
}
