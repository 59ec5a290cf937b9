import { useMatches } from 'react-router'
import type { PageAnswer } from '#storefront/runtime/routes.tsx'

/** Returns what the address shows; undefined around an error screen. */
export function useOpenAnswer(): PageAnswer | undefined {
  return useMatches().at(-1)?.loaderData as PageAnswer | undefined
}

/** Returns the name of the page that a layout shows; undefined around an error screen. */
export function useOpenPage(): PageAnswer['page'] | undefined {
  return useOpenAnswer()?.page
}
