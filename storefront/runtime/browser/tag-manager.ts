const host = 'https://www.googletagmanager.com'

/** Loads the tag manager once. It gets no data of the shop: its tags read the page's address. */
export function loadTagManager(gtm_id: string): void {
  if (!/^GTM-[A-Z0-9]+$/.test(gtm_id) || document.querySelector(`script[src^="${host}"]`)) return
  const page = window as Window & { dataLayer?: unknown[] }
  page.dataLayer ??= []
  page.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.async = true
  script.src = `${host}/gtm.js?id=${gtm_id}`
  document.head.append(script)
}
