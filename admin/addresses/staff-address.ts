import type { StaffOperationName } from '#contracts/staff/all.ts'

/** A staff page: its folder in admin/pages and its path (with parameters such as `:code`). */
export interface StaffAddress {
  page: string
  path: string
  /** The operation whose list the page shows, called with the query parameters. Other pages have a loader. */
  list?: StaffOperationName
}
