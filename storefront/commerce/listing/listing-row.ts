/** A row of choices over a list. A wide screen has its name at the left, a phone above it or for screen readers only. */
export const listing_row = 'md:grid md:grid-cols-[8rem_minmax(0,1fr)] md:items-baseline md:gap-x-3'

export const listing_row_name =
  'shrink-0 text-sm font-semibold tracking-normal text-muted md:text-[13px]'
