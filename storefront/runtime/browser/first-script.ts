import { firstUse } from '#web/runtime/first-use.ts'
import { holdPictures } from '#web/runtime/deferred-pictures.ts'
import { unblurPictures } from '#web/runtime/unblur.ts'

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

/**
 * The files of this page: fetched all at once, run one after another, each after those it needs
 * (storefront/runtime/assets.ts), with a breath between them: one long task would hold up a finger.
 */
async function wakePage(): Promise<void> {
  const names = document.querySelector<HTMLScriptElement>('script[data-files]')?.dataset['files']
  const files = names?.split(' ') ?? []
  for (const href of files) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    )
  }
  try {
    for (const file of files) {
      await import(/* @vite-ignore */ file)
      await new Promise((resolve) => void setTimeout(resolve))
    }
  } catch {
    // A file that is missing leaves the page as the HTML it is.
  }
}

start()
