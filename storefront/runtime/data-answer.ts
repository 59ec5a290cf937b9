import type { PageAnswer } from '#storefront/runtime/routes.tsx'

/** What `/_data{path}` answers: a page, the outcome of a form, a way elsewhere, or an error screen. */
export type DataAnswer =
  | { kind: 'page'; answer: PageAnswer }
  | { kind: 'outcome'; outcome: unknown; status: number }
  | { kind: 'redirect'; location: string; is_external: boolean }
  | { kind: 'error'; status: number; detail: unknown }
