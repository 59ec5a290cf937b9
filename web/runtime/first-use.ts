const signs = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll', 'focusin'] as const

let used: Promise<void> | null = null

/**
 * Kept when the shopper first does something with this page (moves, scrolls, touches, types). What a
 * page needs only from then on waits for it, so that the first sight is not in its way.
 */
export function firstUse(): Promise<void> {
  used ??= new Promise((resolve) => {
    const note = () => {
      for (const sign of signs) removeEventListener(sign, note, options)
      resolve()
    }
    for (const sign of signs) addEventListener(sign, note, options)
  })
  return used
}

const options = { capture: true, passive: true } as const
