import type { Locator, Page } from 'playwright-core'

/** What a person did with a task. A scan is a code with its Enter; a paste is one key. */
export interface Counts {
  scans: number
  keys: number
  clicks: number
  pictures: number
}

/** Does what a person does at a page, and counts it. */
export interface Hand {
  scan: (code: string) => Promise<void>
  key: (key: string) => Promise<void>
  paste: (text: string) => Promise<void>
  /** Presses into a field, and types: each letter is a key. */
  type: (field: Locator, text: string) => Promise<void>
  click: (target: Locator) => Promise<void>
  takePictures: (field: Locator, files: readonly { name: string; bytes: Buffer }[]) => Promise<void>
  counts: () => Counts
}

export function handAt(page: Page): Hand {
  const counted: Counts = { scans: 0, keys: 0, clicks: 0, pictures: 0 }
  return {
    // The keys of a scanner follow each other within milliseconds, wherever the focus is.
    async scan(code) {
      counted.scans++
      await Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)))
    },
    async key(key) {
      counted.keys++
      await page.keyboard.press(key)
    },
    async paste(text) {
      counted.keys++
      await page.keyboard.insertText(text)
    },
    async type(field, text) {
      counted.clicks++
      counted.keys += text.length
      await field.click()
      await field.pressSequentially(text)
    },
    async click(target) {
      counted.clicks++
      await target.click()
    },
    async takePictures(field, files) {
      counted.pictures += files.length
      await field.setInputFiles(
        files.map(({ name, bytes }) => ({ name, mimeType: 'image/jpeg', buffer: bytes })),
      )
    },
    counts: () => counted,
  }
}
