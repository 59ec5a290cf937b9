import { useMatches } from 'react-router'
import type { PageAnswer } from '#storefront/runtime/routes.tsx'

/** Returns the name of the page that a layout shows; undefined around an error screen. */
export function useOpenPage(): PageAnswer['page'] | undefined {
  const answer = useMatches().at(-1)?.loaderData as PageAnswer | undefined
  return answer?.page
}
