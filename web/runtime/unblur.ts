/** Takes the blur from under pictures that have come: those that are here, and each that comes. */
export function unblurPictures(): void {
  document.addEventListener('load', ({ target }) => unblur(target), true)
  for (const picture of document.images) if (picture.complete) unblur(picture)
}

/** Not by React: a page may stand for long before it is anybody's but the browser's. */
function unblur(target: EventTarget | null): void {
  if (target instanceof HTMLImageElement) target.style.background = ''
}
