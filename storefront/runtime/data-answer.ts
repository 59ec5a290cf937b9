import type { PageAnswer } from '#storefront/runtime/open-page.ts'

/** The response of `/_data{path}`: a page, the outcome of a form, a redirect, or an error. */
export type DataAnswer =
  | { kind: 'page'; answer: PageAnswer }
  | { kind: 'outcome'; outcome: unknown; status: number }
  | { kind: 'redirect'; location: string; is_external: boolean }
  | { kind: 'error'; status: number; detail: unknown }
