import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import type { Visit } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import { public_pages } from '#test/support/public-pages.ts'
import {
  layoutShift,
  sidewaysScroll,
  sidewaysScrollAt,
  takePicture,
  takeWindow,
} from '#test/support/screens.ts'
import {
  fillHomeAddress,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  pay,
  putInCart,
  openDestination,
  shopper,
} from '#test/support/shopping.ts'

const shop = journey()
const widths = [
  [390, 844],
  [1440, 900],
] as const
const narrowest = { width: 320, height: 640 }

type Stage = (visit: Visit) => Promise<void>

/** Panels and pages that a shopper reaches by an action. */
const stages: Record<string, Stage> = {
  'menu-open': async ({ page, open }) => {
    await open('/')
    const button = page
      .getByRole('link', { name: 'Danh mục', exact: true })
      .filter({ visible: true })
    await button.first().click()
    await page
      .getByRole('link', { name: /Laptop/ })
      .filter({ visible: true })
      .first()
      .waitFor()
  },
  'province-open': async ({ page, open }) => {
    await open('/')
    await page
      .getByRole('link', { name: /Xem giá tại/ })
      .filter({ visible: true })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Hà Nội' }).first().waitFor()
  },
  'toast-open': async ({ page, open }) => {
    await open('/iphone-18-pro-max-256gb')
    await page.getByRole('button', { name: 'Thêm vào giỏ' }).click()
    await page.getByText('Đã thêm vào giỏ hàng').waitFor()
  },
  cart: async (visit) => {
    await fillCart(visit)
    await visit.open('/cart')
  },
  'payment-info': async (visit) => {
    await fillCart(visit)
    await goToPaymentInfo(visit)
  },
  'payment-info-pick-up': async (visit) => {
    await fillCart(visit)
    await goToPaymentInfo(visit)
    await visit.page.getByLabel('Họ và tên', { exact: true }).fill(shopper.name)
    await visit.page.getByLabel('Số điện thoại', { exact: true }).fill(shopper.phone)
    await openDestination(visit.page)
    await visit.page.getByRole('radio', { name: /Nhận tại cửa hàng/ }).check()
  },
  'payment-info-wrong': async (visit) => {
    await fillCart(visit)
    await goToPaymentInfo(visit)
    await visit.page.getByLabel('Số điện thoại', { exact: true }).fill('0168 234 5678')
    await visit.page.getByRole('button', { name: 'Tiếp tục' }).click()
    await visit.page.locator('[aria-invalid=true]').first().waitFor()
  },
  payment: async (visit) => {
    await toPayment(visit)
  },
  success: async (visit) => {
    await toPayment(visit)
    await pay(visit.page)
  },
}

test.each(Object.entries(public_pages))(
  '%s is accessible on phone and desktop, and fits 320 px',
  async (name, path) => {
    const results = await atBothWidths(async (visit) => {
      const shift = await layoutShift(visit.page, path)
      await visit.hydrated()
      if (name === 'not-found') visit.forgive(/404/)
      // The bar at the end of a phone's window covers targets in part.
      const targets = (visit.page.viewportSize()?.width ?? 0) > 800
      const problems = await axeProblems(visit.page, { targets })
      await takePicture(visit.page, name)
      const fits = (await sidewaysScrollAt(visit.page, narrowest)) <= 0
      return { problems, is_stable: shift <= 0.001, fits }
    })
    for (const result of results) {
      expect(result).toEqual({ problems: [], is_stable: true, fits: true })
    }
  },
)

test.each(Object.entries(stages))('%s is accessible, on phone and desktop', async (name, stage) => {
  const results = await atBothWidths(async (visit) => {
    await stage(visit)
    const problems = await axeProblems(visit.page)
    await (name.endsWith('-open') ? takeWindow : takePicture)(visit.page, name)
    return problems
  })
  expect(results).toEqual([[], []])
})

test('the steps of an order are no wider than the narrowest phone, 320 px', async () => {
  const visit = await shop.visit(narrowest)
  const too_wide: string[] = []
  const check = async (name: string) => {
    const pixels = await sidewaysScroll(visit.page)
    if (pixels > 0) too_wide.push(`${name}: ${pixels} px`)
  }
  await toPayment(visit)
  await check('payment')
  await pay(visit.page)
  // The widest letters that a code may have.
  const code = visit.page.locator('strong', { hasText: /^DH/ })
  await code.evaluate((element) => (element.textContent = 'DH261123-WWMMWWMM'))
  await check('success')
  await fillCart(visit)
  await goToPaymentInfo(visit)
  await check('payment-info')
  await visit.open('/cart')
  await check('cart')
  expect(too_wide).toEqual([])
})

/** Runs `look` with two shoppers at once, so that both cores are used. */
async function atBothWidths<T>(look: (visit: Visit) => Promise<T>): Promise<T[]> {
  const visits = await Promise.all(widths.map(([width, height]) => shop.visit({ width, height })))
  return Promise.all(visits.map(look))
}

async function fillCart(visit: Visit): Promise<void> {
  for (const path of ['iphone-18-pro-max-256gb', 'airpods-pro-3']) {
    await putInCart(visit, (await itemInStock(shop.db, path)).item_id)
  }
}

async function toPayment(visit: Visit): Promise<void> {
  await fillCart(visit)
  await goToPaymentInfo(visit)
  await fillHomeAddress(visit.page)
  await goToPayment(visit.page)
}
