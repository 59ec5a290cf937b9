import type { ProductPage } from '#contracts/storefront/catalog.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

/** "Trong hộp có gì": what lies in the box, with a picture of it laid out. */
export function InTheBox({ product }: { product: Pick<ProductPage, 'views' | 'specification'> }) {
  const picture = product.views.find(({ kind }) => kind === 'box')
  const row = product.specification
    .flatMap((group) => group.rows)
    .find(({ code }) => code === 'in_box')
  if (row === undefined) return null
  const things = row.value.split(', ')
  return (
    <section aria-labelledby="trong-hop" className="sheet p-4 md:p-5">
      <h2 id="trong-hop" className="text-lg">
        Trong hộp có gì
      </h2>
      <div className="mt-3 grid items-center gap-4 sm:grid-cols-2">
        {picture ? (
          <Photo
            picture={picture}
            alt=""
            sizes="(max-width: 599px) 92vw, 340px"
            className="aspect-3/2 w-full rounded-xl object-contain"
          />
        ) : null}
        <ul className="grid gap-1.5">
          {things.map((thing) => (
            <li key={thing} className="flex gap-2">
              <span aria-hidden className="text-success">
                ✓
              </span>
              {thing.charAt(0).toUpperCase() + thing.slice(1)}
            </li>
          ))}
        </ul>
      </div>
      {picture ? <p className="mt-2 text-note text-muted">Ảnh minh họa.</p> : null}
    </section>
  )
}
