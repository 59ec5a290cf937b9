import { useMatches } from 'react-router'
import type { Layout } from '#storefront/addresses/address.ts'

/** The loader data of an address: the page to show and its data. */
export interface PageAnswer {
  page: string
  data: unknown
  /** The layout of this page, where it is not that of its address. */
  layout?: Layout
}

/** Returns what the address shows; undefined around an error screen. */
export function useOpenAnswer(): PageAnswer | undefined {
  return useMatches().at(-1)?.loaderData as PageAnswer | undefined
}

/** Returns the name of the page that a layout shows; undefined around an error screen. */
export function useOpenPage(): PageAnswer['page'] | undefined {
  return useOpenAnswer()?.page
}
