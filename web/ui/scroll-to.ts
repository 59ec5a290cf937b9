/** Brings something to 150 px under the top, smoothly unless motion is unwanted (contract §9), and focuses it. */
export function scrollToAndFocus(element: HTMLElement): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const top = element.getBoundingClientRect().top + scrollY - 150
  scrollTo({ top, behavior: isStill ? 'instant' : 'smooth' })
  element.focus({ preventScroll: true })
}
