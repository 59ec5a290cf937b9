/** A row of choices over a list. A wide screen has its name at the left, others above it or for screen readers only. */
export const listing_row =
  'lg:grid lg:grid-cols-[8.5rem_minmax(0,1fr)] lg:items-baseline lg:gap-x-3'

export const listing_row_name =
  'text-sm font-semibold tracking-normal whitespace-nowrap text-muted md:text-note'
