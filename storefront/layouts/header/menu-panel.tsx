import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { type ReactNode, useRef, useState } from 'react'
import type { MenuEntry } from '#contracts/storefront/catalog.ts'
import type { ServiceEntry } from '#storefront/commerce/categories/shop-services.ts'
import { Price } from '#storefront/commerce/product-card/price.tsx'
import { Icon } from '#web/ui/icons.tsx'

/** A pointer on its way to the columns crosses other categories, so only a resting pointer chooses one. */
const REST_MS = 90

export interface MenuLists {
  entries: readonly MenuEntry[]
  services: readonly ServiceEntry[]
}

/** The content of the menu: categories and services at the left, the links of the chosen one at the right. */
export function MenuPanel({ entries, services }: MenuLists) {
  const [chosen, choose] = useState(entries[0]?.path ?? services[0]?.path)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const row = (listed: MenuEntry | ServiceEntry) => (
    <li key={listed.path}>
      <a
        href={listed.path}
        data-current={listed.path === chosen || undefined}
        onPointerEnter={() => {
          rest.current = setTimeout(() => choose(listed.path), REST_MS)
        }}
        onPointerLeave={() => clearTimeout(rest.current)}
        onFocus={() => choose(listed.path)}
        className="flex min-h-8.5 items-center gap-3 rounded-xl px-2 text-body font-semibold -outline-offset-2 hover:bg-mist data-current:bg-cream data-current:text-accent"
      >
        {'icon' in listed ? (
          <span className="grid size-8 place-items-center text-accent">
            <Icon name={listed.icon} className="size-5" />
          </span>
        ) : (
          <Thumbnail src={listed.thumbnail} />
        )}
        <span className="flex-1">{listed.name}</span>
        <Icon name="chevron-right" className="size-4 text-muted" />
      </a>
    </li>
  )
  const entry = entries.find(({ path }) => path === chosen)
  const service = services.find(({ path }) => path === chosen)
  return (
    <div className="grid grid-cols-[236px_minmax(0,1fr)] lg:grid-cols-[264px_minmax(0,1fr)]">
      <div data-column className="border-r border-line p-2.5">
        <ul>{entries.map(row)}</ul>
        <ul className="mt-2 border-t border-line pt-2 first:hidden">{services.map(row)}</ul>
      </div>
      {entry ? <MenuColumns key={entry.path} entry={entry} /> : null}
      {service ? <ServiceColumns key={service.path} entry={service} /> : null}
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
      <WholeLink path={entry.path}>Xem tất cả {entry.name}</WholeLink>
      <Featured products={entry.featured} />
    </div>
  )
}

function ServiceColumns({ entry }: { entry: ServiceEntry }) {
  return (
    <div className="flex flex-col gap-6 p-6">
      <div className="flex items-center gap-4 rounded-2xl bg-cream p-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-white text-accent">
          <Icon name={entry.icon} className="size-6" />
        </span>
        <div>
          <h3 className="text-lead">{entry.name}</h3>
          <p className="text-muted">{entry.sentence}</p>
        </div>
      </div>
      {entry.columns.length === 0 ? null : (
        <div className="menu-columns">
          {entry.columns.map(({ title, links }) => (
            <MenuColumn key={title} title={title} links={links} />
          ))}
        </div>
      )}
      <WholeLink path={entry.path}>Xem {entry.name}</WholeLink>
    </div>
  )
}

function WholeLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <a
      href={path}
      className="inline-flex w-fit items-center gap-1 rounded-lg text-body font-semibold text-accent hover:underline"
    >
      {children}
      <Icon name="chevron-right" className="size-4" />
    </a>
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
  if (src === null) return <span className="size-8" />
  return (
    <Photo
      picture={{ src, alt: '', width: 240, height: 240 }}
      sizes="32px"
      className="size-8 mix-blend-multiply"
    />
  )
}
