import { expect } from 'vitest'
import type { Visit } from '#test/support/browser.ts'
import { enterAsStaff } from '#test/support/staff.ts'

interface Shop {
  url: string
  visit: () => Promise<Visit>
}

/** Without accents in a short message. */
const code_words = /(\d{6}) l[aà] m[aã]/

/** Reads the newest code for a phone or an e-mail address where staff of a demo see all messages. */
export async function receivedCode(shop: Shop, recipient: string): Promise<string> {
  const { context, page } = await shop.visit()
  await enterAsStaff(context, shop.url)
  const message = page.locator('section', { hasText: recipient }).first()
  await expect
    .poll(async () => {
      await page.goto(`${shop.url}/noi-bo/hop-thu`)
      return (await message.textContent({ timeout: 2_000 }).catch(() => '')) ?? ''
    })
    .toMatch(code_words)
  const [, code = ''] = code_words.exec((await message.textContent()) ?? '') ?? []
  await context.close()
  return code
}
