import { firstUse } from '#web/runtime/first-use.ts'

/**
 * Browsers fetch lazy pictures thousands of pixels before they come into sight, dozens for who only
 * looks at the first screen. Until the page is used, only what is in sight is fetched; from the first
 * use on the browser does as it likes. Without scripts nothing is held.
 */
export function holdPictures(): void {
  const held = new Map<Element, Source>()
  const release = (picture: Element) => {
    const source = held.get(picture)
    held.delete(picture)
    if (source) show(picture as HTMLImageElement, source)
  }
  const watcher = new IntersectionObserver((seen) => {
    // What only touches the edge, as the next slide does, is not in sight.
    for (const { target, intersectionRatio } of seen) if (intersectionRatio > 0) release(target)
  })
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')) {
    // One that has come already is no longer to be saved.
    if (picture.complete && picture.currentSrc !== '') continue
    held.set(picture, hide(picture))
    watcher.observe(picture)
  }
  const releaseAll = () => {
    watcher.disconnect()
    for (const picture of held.keys()) release(picture)
  }
  void firstUse().then(releaseAll)
  addEventListener('beforeprint', releaseAll, { once: true })
}

interface Source {
  src: string
  srcset: string | null
  /** Another cut for phones. */
  cut: { source: HTMLSourceElement; srcset: string } | null
}

function hide(picture: HTMLImageElement): Source {
  const source = picture.parentElement?.querySelector<HTMLSourceElement>(':scope > source') ?? null
  const held: Source = {
    src: picture.getAttribute('src') ?? '',
    srcset: picture.getAttribute('srcset'),
    cut: source && { source, srcset: source.srcset },
  }
  source?.removeAttribute('srcset')
  picture.removeAttribute('srcset')
  picture.src = emptyPicture(picture.getAttribute('width'), picture.getAttribute('height'))
  return held
}

/** An empty picture of the same shape stands in, so that nothing moves. Drawing an SVG costs a millisecond. */
function emptyPicture(width: string | null, height: string | null): string {
  return width === height
    ? 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
    : `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/>`
}

function show(picture: HTMLImageElement, { src, srcset, cut }: Source): void {
  if (cut) cut.source.srcset = cut.srcset
  if (srcset !== null) picture.srcset = srcset
  picture.src = src
}
