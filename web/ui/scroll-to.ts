/** Scrolls to 150 px above an element, smoothly unless reduced motion is preferred (contract §9), and focuses it. */
export function scrollToAndFocus(element: HTMLElement): void {
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  const top = element.getBoundingClientRect().top + scrollY - 150
  scrollTo({ top, behavior: reducesMotion ? 'instant' : 'smooth' })
  element.focus({ preventScroll: true })
}
