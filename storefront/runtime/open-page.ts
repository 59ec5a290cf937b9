import { useMatches } from 'react-router'
import type { PageAnswer } from '#storefront/runtime/routes.tsx'

/** Returns the name of the page that a layout shows; undefined around an error screen. */
export function useOpenPage(): PageAnswer['page'] | undefined {
  const answer = useMatches().at(-1)?.loaderData as PageAnswer | undefined
  return answer?.page
}

/** True where a bar with the buttons of the page replaces the bottom navigation of phones. */
export function useHasBuyBar(): boolean {
  const page = useOpenPage()
  return page === 'product' || page === 'repair-service'
}
