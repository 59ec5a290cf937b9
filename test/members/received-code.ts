import { expect } from 'vitest'
import type { Visit } from '#test/support/browser.ts'
import { enterAsStaff } from '#test/support/staff.ts'

interface Shop {
  url: string
  visit: () => Promise<Visit>
}

/** Reads the newest code for a phone where staff of a demo see all messages. */
export async function receivedCode(shop: Shop, phone: string): Promise<string> {
  const { context, page } = await shop.visit()
  await enterAsStaff(context, shop.url)
  const message = page.locator('section', { hasText: phone }).first()
  await expect
    .poll(async () => {
      await page.goto(`${shop.url}/noi-bo/hop-thu`)
      return (await message.textContent({ timeout: 2_000 }).catch(() => '')) ?? ''
    })
    .toMatch(/\d{6} la ma/)
  const [, code = ''] = /(\d{6}) la ma/.exec((await message.textContent()) ?? '') ?? []
  await context.close()
  return code
}
