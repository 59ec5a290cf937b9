import { ChevronRight } from '#storefront/ui/icons.tsx'
import { useState } from 'react'
import type { MenuEntry } from '#contracts/catalog.ts'

/** The inside of the menu: categories at the left, what lies in the pointed or focused one at the right. */
export function MenuPanel({ entries }: { entries: MenuEntry[] }) {
  const [chosen, choose] = useState(0)
  const entry = entries[chosen]
  return (
    <div className="grid grid-cols-[264px_1fr] gap-6">
      <ul className="border-r border-line pr-3">
        {entries.map((each, index) => (
          <li key={each.path}>
            <a
              href={each.path}
              onPointerEnter={() => choose(index)}
              onFocus={() => choose(index)}
              className={`flex items-center gap-3 rounded-xl px-2 py-1.5 text-[15px] font-semibold ${index === chosen ? 'bg-cream text-accent' : 'hover:bg-mist'}`}
            >
              <Thumbnail src={each.thumbnail} />
              <span className="flex-1">{each.name}</span>
              <ChevronRight className="size-4 text-muted" />
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
    <div className="grid content-start gap-x-6 gap-y-7 py-2 lg:auto-cols-fr lg:grid-flow-col">
      {entry.children.length > 0 ? (
        <MenuColumn title="Loại sản phẩm" links={entry.children} />
      ) : null}
      <MenuColumn title="Thương hiệu" links={entry.brands} />
      <MenuColumn title="Mức giá" links={entry.price_bands} />
      <MenuColumn title="Sản phẩm nổi bật ⚡" links={entry.featured} />
    </div>
  )
}

interface MenuColumnProps {
  title: string
  links: readonly { name: string; path: string }[]
}

function MenuColumn({ title, links }: MenuColumnProps) {
  if (links.length === 0) return null
  return (
    <section>
      <h3 className="text-[15px]">{title}</h3>
      <ul className="mt-3 grid gap-1">
        {links.map((link) => (
          <li key={link.path}>
            <a
              href={link.path}
              className="-mx-2 block rounded-lg px-2 py-1 text-[15px] text-muted hover:bg-mist hover:text-accent"
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
  return <img src={src} alt="" width={240} height={240} className="size-8" />
}
