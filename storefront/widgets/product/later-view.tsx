import { type ComponentType, lazy, memo, Suspense } from 'react'
import type { ProductData } from '#storefront/routes/product.tsx'
import { firstUse } from '#storefront/ui/first-use.ts'

const load = async () => (await import('#storefront/widgets/product/product-view.tsx')).ProductView

/** The server has it at hand; the browser fetches it when the shopper first does something. */
const View: ComponentType<{ data: ProductData }> = import.meta.env.SSR
  ? await load()
  : lazy(async () => {
      await firstUse()
      return { default: await load() }
    })

/**
 * The page as HTML from the server at once, and alive from the first use on (decisions/062): React
 * leaves what stands in a boundary as it is until the code has come. Links, folds and the forms that
 * buy work before that. Nothing is suspended on the server. Memo: the page is asked for by its data only.
 */
export const LaterView = memo(function LaterView({ data }: { data: ProductData }) {
  return (
    <Suspense fallback={null}>
      <View data={data} />
    </Suspense>
  )
})
