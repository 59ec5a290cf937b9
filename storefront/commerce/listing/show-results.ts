/** The id of the list's first products. */
export const results_id = 'danh-sach'

/** Scrolls to the list, below the header and the row of filters that stay visible, unless its start is in sight. */
export function showResults(): void {
  const list = document.getElementById(results_id)
  const top = list?.getBoundingClientRect().top ?? 0
  if (top > 0 && top < innerHeight * 0.7) return
  const is_still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const behavior = is_still ? 'instant' : 'smooth'
  list?.scrollIntoView({ block: 'start', behavior })
}
