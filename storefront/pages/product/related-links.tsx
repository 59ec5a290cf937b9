import type { ProductPage } from '#contracts/storefront/catalog.ts'
import { Chip } from '#web/ui/chip.tsx'

/** "Có thể bạn cũng tìm": other lists that contain this product. */
export function RelatedLinks({ related }: Pick<ProductPage, 'related'>) {
  if (related.length === 0) return null
  return (
    <nav aria-labelledby="lien-quan" className="grid gap-3">
      <h2 id="lien-quan" className="text-lg">
        Có thể bạn cũng tìm
      </h2>
      <ul className="flex flex-wrap gap-2">
        {related.map(({ name, path }) => (
          <li key={path}>
            <Chip href={path}>{name}</Chip>
          </li>
        ))}
      </ul>
    </nav>
  )
}
