import { firstUse } from '#storefront/ui/first-use.ts'
import { holdPictures } from '#storefront/ui/held-pictures.ts'
import { unblurPictures } from '#storefront/ui/unblur.ts'

/** A page whose pictures never end comes alive all the same. */
const AT_LATEST_MS = 4_000

/**
 * The only script that a page's HTML runs (decisions/068). All others come when the page stands or
 * when somebody uses it, whichever is first: nothing is in the way of what is looked at.
 */
function start(): void {
  holdPictures()
  unblurPictures()
  void Promise.race([firstUse(), pageStands()]).then(wakePage)
}

function pageStands(): Promise<void> {
  return new Promise((resolve) => {
    const atLeisure = () => {
      if ('requestIdleCallback' in globalThis)
        requestIdleCallback(() => resolve(), { timeout: 500 })
      else setTimeout(resolve, 100)
    }
    if (document.readyState === 'complete') atLeisure()
    else addEventListener('load', atLeisure, { once: true })
    setTimeout(resolve, AT_LATEST_MS)
  })
}

/** The files of this page all at once, the entry first in the list (storefront/assets.ts). */
function wakePage(): void {
  const names = document.querySelector<HTMLScriptElement>('script[data-files]')?.dataset['files']
  const [entry, ...others] = names?.split(' ') ?? []
  if (entry === undefined) return
  for (const href of others) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    )
  }
  // A file that is missing leaves the page as the HTML it is.
  import(/* @vite-ignore */ entry).catch(() => undefined)
}

start()
