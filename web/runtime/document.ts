import { scriptJson } from '#pure/script-json.ts'

/** Marks where the body's markup starts; what React puts before it belongs into the head. */
export const APP_OPENING = '<div id="app"'

/** The whole HTML document around what React rendered. */
export function htmlDocument(parts: {
  markup: string
  tags: string
  /** schema.org data: a block that no browser runs. */
  told: object | null
  /** The web manifest of a front that can be installed. */
  manifest: string | null
  carried: unknown
}): string {
  const start = parts.markup.indexOf(APP_OPENING)
  const head = parts.markup.slice(0, start)
  const body = parts.markup.slice(start)
  return (
    '<!doctype html><html lang="vi"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="theme-color" content="#14244a">' +
    head +
    '<link rel="icon" href="/media/brand/favicon.svg" type="image/svg+xml">' +
    '<link rel="apple-touch-icon" href="/media/brand/apple-touch-icon.png">' +
    (parts.manifest === null ? '' : `<link rel="manifest" href="${parts.manifest}">`) +
    parts.tags +
    (parts.told === null
      ? ''
      : `<script type="application/ld+json">${scriptJson(parts.told)}</script>`) +
    `</head><body><div id="root">${body}</div>` +
    `<script type="application/json" id="page-data">${scriptJson(parts.carried)}</script></body></html>`
  )
}
