/*
 * A part of the inline script in the head of every page (early-presses.ts). The scripts of a page are asked for when
 * its first pictures are painted: on a slow network what is seen comes before what makes it alive (decisions/317).
 */
const LATEST_MS = 3_000

/** URLs with a blank between, the entry first. A module has no such element: Vite's development names its own files. */
const { files } = document.currentScript?.dataset ?? {}
let are_asked_for = false

// A page in the background paints no frame: it waits for the timer.
addEventListener('load', () => requestAnimationFrame(() => setTimeout(askForScripts)))
setTimeout(askForScripts, LATEST_MS)

/** Asks for the scripts of the page now, once: somebody presses or types, or the page is painted. */
export function askForScripts(): void {
  if (are_asked_for || files === undefined) return
  are_asked_for = true
  const [entry = '', ...others] = files.split(' ')
  const { head } = document
  for (const href of others) {
    head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  head.append(Object.assign(document.createElement('script'), { type: 'module', src: entry }))
}
