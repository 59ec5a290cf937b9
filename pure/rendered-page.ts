/** What a render of a public page gives. There is no room for a cookie: nothing in it knows who asked. */
export interface RenderedPage {
  status: number
  /** Lower-case names; a set-cookie among them is a mistake and refused. */
  headers: Readonly<Record<string, string>>
  body: string
  /** What it was made of: a change of any of it removes it. Without any, every change does. */
  tags: readonly string[]
  /** Milliseconds it may be kept as new; 0: never kept. */
  fresh_ms: number
  /** Milliseconds it may be shown after that while a newer one is made. */
  stale_ms: number
}

/** A public page before it is made. */
export interface PageRecipe {
  /** All that it is made of, as text: two recipes with one key make one page. Null: not to be kept. */
  key: string | null
  render: () => Promise<RenderedPage>
}

/** Where public pages come from. Neither function is given more of a request than an address and a province. */
export interface PageSource {
  /** Waits until addresses can be read. */
  ready: () => Promise<void>
  /** Reads an address (path and query) and the province out of a Cookie header; null: no public page. */
  read: (url: string, cookies: string | undefined) => PageRecipe | null
  /** The key of a plain address without reading it further; null: it has to be read. */
  plainKey: (url: string, cookies: string | undefined) => string | null
}
