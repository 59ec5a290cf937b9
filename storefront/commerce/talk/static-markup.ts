import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/**
 * Renders a part of a page that no script touches. The page shows it as HTML, so that its components are not in the
 * scripts that a browser loads. React escapes every text in it.
 */
export function staticMarkup(part: ReactElement): string {
  return renderToStaticMarkup(part)
}
