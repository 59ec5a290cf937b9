/**
 * Measures the scroll bar before a dialog takes it away: the page then keeps its place, and the backdrop reaches the
 * edge of the window (over-page.css). In a browser without the event the page moves by half a scroll bar.
 */
export function keepPlaceBehindDialogs(): void {
  document.addEventListener('beforetoggle', onToggle, { capture: true })
}

function onToggle({ target, newState }: ToggleEvent): void {
  if (newState !== 'open' || !(target instanceof HTMLDialogElement)) return
  // Above another dialog there is no scroll bar any more.
  if (document.querySelector('dialog:modal') !== null) return
  const { documentElement: page } = document
  page.style.setProperty('--scroll-bar', `${innerWidth - page.clientWidth}px`)
}
