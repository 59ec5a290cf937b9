/** What a shopper has opened over the page, or does in all of it. */
const over_page =
  'dialog[open], [role="dialog"]:not([popover]), [popover]:popover-open, [data-open], .chat-bubble[open], [data-playing]'

/**
 * Whether something may come over the page by itself: not over a form of the checkout or of the sign-in, before the
 * question about consent is answered, or beside anything else that lies over the page.
 */
export function isCalm(): boolean {
  if (document.documentElement.dataset['consent'] === undefined) return false
  if (/^\/(cart|auth|dang-nhap)(\/|$)/.test(location.pathname)) return false
  return document.querySelector(over_page) === null
}

/** Whether the shopper has the cursor in a field. */
export function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select') === true
}
