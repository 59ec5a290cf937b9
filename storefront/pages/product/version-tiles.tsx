import type { ProductPage } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'

type Versions = ProductPage['versions']

/** "Phiên bản": links to the products of the family. */
export function VersionTiles({ versions }: { versions: Versions }) {
  if (versions.length < 2) return null
  return (
    <section aria-label="Phiên bản">
      <h2 className="text-base font-bold tracking-normal">Phiên bản</h2>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(6.25rem,1fr))] gap-2">
        {versions.map((version) => (
          <li key={version.product_id}>
            <a
              href={version.path}
              aria-current={version.is_current ? 'page' : undefined}
              className="choice-tile min-h-14 flex-col justify-center px-2 py-1.5 text-center"
            >
              <span className="text-body font-bold">{version.label}</span>
              <span className="text-note text-muted">{stateText(version)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateText({ is_in_stock, price }: Versions[number]): string {
  if (price === null) return 'Giá liên hệ'
  return is_in_stock ? formatDong(price) : 'Hết hàng'
}
