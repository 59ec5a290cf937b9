/** Focuses the link of the next or previous row; before the first press, that of the first row. */
export function moveRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.findIndex((link) => link.closest('[data-row]')?.contains(document.activeElement))
  const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)
  links[next]?.focus()
  links[next]?.scrollIntoView({ block: 'nearest' })
}

/** Chooses the focused row, or leaves it out again. */
export function chooseRow(): void {
  const row = document.activeElement?.closest('[data-row]')
  row?.querySelector<HTMLElement>('input[type=checkbox]')?.click()
}
