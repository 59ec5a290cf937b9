/** A rendered public page. It must not set cookies, because it is the same for all visitors. */
export interface RenderedPage {
  status: number
  /** Names in lower case. A set-cookie header is refused. */
  headers: Readonly<Record<string, string>>
  body: string
  /** Tags of the data it was rendered from. A change of any of them removes it; without tags, every change does. */
  tags: readonly string[]
  /** Milliseconds it may be cached as fresh; 0: never cached. */
  fresh_ms: number
  /** Milliseconds after that during which it may be shown while it is rendered again. */
  stale_ms: number
}

/** A public page before it is rendered. */
export interface PageRecipe {
  /** The cache key: everything the page depends on, as text. Null: the page is not cached. */
  key: string | null
  render: () => Promise<RenderedPage>
}

/** The source of public pages. Its functions get only the URL and the province of a request, nothing personal. */
export interface PageSource {
  /** Waits until URLs can be read. */
  ready: () => Promise<void>
  /** Reads a URL (path and query) and the province from a Cookie header. Null: not a public page. */
  read: (url: string, cookies: string | undefined) => PageRecipe | null
  /** The cache key of a simple URL, without parsing it further. Null: use `read`. */
  plainKey: (url: string, cookies: string | undefined) => string | null
}
