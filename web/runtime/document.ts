import { scriptJson } from '#pure/script-json.ts'

/** The body's markup starts here. React puts tags of the head before it. */
const APP_OPENING = '<div id="app"'

/** Builds the HTML document around the markup that React rendered. */
export function htmlDocument(parts: {
  markup: string
  tags: string
  /** schema.org data, as a script block that browsers do not run. */
  structured_data: object | null
  /** Path of the web manifest, if the site can be installed as an app. */
  manifest: string | null
  page_data: unknown
  /** HTML behind the root element. React does not know it. */
  after_root?: string
  /** The class of the root element. */
  html_class?: string
}): string {
  const start = parts.markup.indexOf(APP_OPENING)
  const head = parts.markup.slice(0, start)
  const body = parts.markup.slice(start)
  const html_class = parts.html_class === undefined ? '' : ` class="${parts.html_class}"`
  return (
    `<!doctype html><html lang="vi"${html_class}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="theme-color" content="#14244a">' +
    head +
    '<link rel="icon" href="/media/brand/favicon.svg" type="image/svg+xml">' +
    '<link rel="apple-touch-icon" href="/media/brand/apple-touch-icon.png">' +
    (parts.manifest === null ? '' : `<link rel="manifest" href="${parts.manifest}">`) +
    parts.tags +
    (parts.structured_data === null
      ? ''
      : `<script type="application/ld+json">${scriptJson(parts.structured_data)}</script>`) +
    `</head><body><div id="root">${body}</div>${parts.after_root ?? ''}` +
    `<script type="application/json" id="page-data">${scriptJson(parts.page_data)}</script></body></html>`
  )
}
