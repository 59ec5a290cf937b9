import { type ComponentType, useEffect, useState } from 'react'

/** Parts of the frame that no script ever changes. */
type StillName = 'top' | 'foot'

const load: Record<StillName, () => Promise<ComponentType>> = {
  top: async () => (await import('#storefront/layouts/frame/frame-top.tsx')).FrameTop,
  foot: async () => (await import('#storefront/layouts/footer/site-footer.tsx')).SiteFooter,
}
const ready = new Map<StillName, ComponentType>()
const written = new Map<StillName, string | null>()

/** Loads all of them: the server does this as it starts. */
export async function prepareStill(): Promise<void> {
  await Promise.all([prepare('top'), prepare('foot')])
}

/**
 * A part that the server draws and the browser leaves as it came: its code is not sent with the page.
 * It is fetched only by a tab that began on a page without this part (cart, checkout).
 */
export function Still({ name }: { name: StillName }) {
  const html = writtenHtml(name)
  const [Part, setPart] = useState(() => ready.get(name))
  const isMissing = html === null && Part === undefined
  useEffect(() => {
    if (!isMissing) return
    prepare(name).then(
      (part) => setPart(() => part),
      () => undefined,
    )
  }, [name, isMissing])
  if (html !== null) return <div data-still={name} dangerouslySetInnerHTML={{ __html: html }} />
  return <div data-still={name}>{Part ? <Part /> : null}</div>
}

async function prepare(name: StillName): Promise<ComponentType> {
  const part = ready.get(name) ?? (await load[name]())
  ready.set(name, part)
  return part
}

/** What the server wrote, looked up once; null on the server itself. */
function writtenHtml(name: StillName): string | null {
  if (typeof document === 'undefined') return null
  const known = written.get(name)
  if (known !== undefined) return known
  const found = document.querySelector(`[data-still="${name}"]`)?.innerHTML ?? null
  written.set(name, found)
  return found
}
