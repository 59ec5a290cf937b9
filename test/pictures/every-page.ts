import { mkdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { addresses, pathWith } from '#admin/addresses/addresses.ts'
import { customerPath, orderPath } from '#admin/addresses/paths.ts'
import type { Database } from '#db/schema.ts'
import { paths as member_site_paths } from '#member-site/addresses/paths.ts'
import { member_addresses } from '#storefront/addresses/member.ts'
import { newMember } from '#test/members/member.ts'
import { fillDay } from '#test/pictures/day-of-a-shop.ts'
import { withDemoShop } from '#test/pictures/demo-shop.ts'
import { openBrowser, openVisit, type Visit } from '#test/support/browser.ts'
import { public_pages } from '#test/support/public-pages.ts'
import { sidewaysScroll, wholePage } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  putInCart,
  shopper,
} from '#test/support/shopping.ts'
import { enterAsStaff } from '#test/support/staff.ts'

const folder = 'screenshots'
/** A phone, a tablet and a desktop. */
const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const
type Size = (typeof sizes)[number]

interface Shot {
  name: string
  visit: Visit
  open: () => Promise<unknown>
}

/** What is taken: all, or only the pages with one of these words in their name. */
const wanted = process.argv.slice(2)

/**
 * `npm run screenshots` looks at every kind of page at three widths: of shoppers, of members and of staff. It writes
 * screenshots/{name}-{width}.jpg and screenshots/index.html, and prints the faults that a picture does not show.
 * `npm run screenshots -- landing cart` takes those with such a name.
 */
async function main(): Promise<void> {
  if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await withDemoShop(async (shop, db) => {
    const browser = await openBrowser()
    try {
      const day = await fillDay(shop.url, db)
      const names = await Promise.all(
        sizes.map(async (size) => {
          const visit = () => openVisit(browser, { ...size, url: shop.url })
          const shopper = await visit()
          const taken = await takeAll(size, publicShots(shopper))
          taken.push(...(await takePurchase(await visit(), db, size)))
          taken.push(...(await takeAll(size, await memberShots(await visit(), shop.url, db, size))))
          taken.push(...(await takeAll(size, staffShots(await visit(), shop.url, day.joined_code))))
          return taken
        }),
      )
      await writeFile(join(folder, 'index.html'), indexOf(names[0] ?? []))
    } finally {
      await browser.close()
    }
  })
}

function publicShots(visit: Visit): Shot[] {
  return Object.entries(public_pages).map(([name, path]) => ({
    name,
    visit,
    open: () => visit.open(path),
  }))
}

/** A purchase from cart to success, with a picture of each step. */
async function takePurchase(visit: Visit, db: Database, size: Size): Promise<string[]> {
  const names: string[] = []
  const look = async (name: string) => {
    if (await take(visit, `purchase-${name}`, size)) names.push(`purchase-${name}`)
  }
  for (const path of ['iphone-18-pro-max-256gb', 'airpods-pro-3']) {
    await putInCart(visit, (await itemInStock(db, path)).item_id)
  }
  await visit.open('/cart')
  await look('cart')
  await goToPaymentInfo(visit)
  await look('payment-info')
  const phone = `0934 55${String(size.width).padStart(4, '0')}`
  await fillHomeAddress(visit.page, { ...shopper, phone })
  await goToPayment(visit.page)
  await look('payment')
  // Goods of a flash sale are paid online, others at the door: it depends on the day.
  await visit.page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  await visit.page.waitForURL(/\/cart\/(?:success|bank-transfer-info)/)
  await visit.hydrated()
  await look('ordered')
  return names
}

/** The pages of a member at the shop, and at the member site. */
async function memberShots(visit: Visit, url: string, db: Database, size: Size): Promise<Shot[]> {
  const phone = `+8491234${String(size.width).padStart(5, '0')}`
  const { token } = await newMember(db, { phone, email: `an.${size.width}@example.com` })
  const site = url.replace('//localhost', '//smember.localhost')
  await visit.context.addCookies([
    { name: 'smember', value: token, url: site },
    { name: 'member_token', value: token, url },
  ])
  const own = Object.entries(member_addresses).map(([name, { path }]) => ({
    name,
    visit,
    open: () => visit.open(path),
  }))
  const { account, passkeys, phone: phone_path, merge } = member_site_paths
  const at_site = [account, passkeys, phone_path, merge].map((path) => {
    const name = `member-site${path.replaceAll('/', '-')}`
    // Its pages have forms and no framework, so they are never hydrated.
    return { name, visit, open: () => visit.page.goto(site + path) }
  })
  return [...own, ...at_site]
}

/** The pages of staff, as a director sees them; one page is the data officer's alone. */
function staffShots(visit: Visit, url: string, code: string): Shot[] {
  const lists = Object.values(addresses).flatMap(({ page, path }) =>
    path.includes(':') ? [] : [{ name: page, path }],
  )
  const things = [
    { name: 'orders/order', path: orderPath(code) },
    { name: 'customers/customer', path: customerPath(code) },
    { name: 'people/person', path: pathWith(addresses.person, { staff_id: '1' }) },
    { name: 'people/role', path: pathWith(addresses.role, { role_code: 'sales' }) },
  ]
  return [...lists, ...things].map(({ name, path }) => ({
    name: `staff-${name.replaceAll('/', '-')}`,
    visit,
    open: async () => {
      const role = path === addresses.erasures.path ? 'data_officer' : 'director'
      await enterAsStaff(visit.context, url, role)
      await visit.open(path)
    },
  }))
}

async function takeAll(size: Size, shots: readonly Shot[]): Promise<string[]> {
  const names: string[] = []
  for (const { name, visit, open } of shots) {
    if (!isWanted(name)) continue
    await open()
    if (await take(visit, name, size)) names.push(name)
  }
  return names
}

/** Writes the page as it stands. Returns false if nobody wants it. */
async function take(
  { page, problems, forgive }: Visit,
  name: string,
  size: Size,
): Promise<boolean> {
  if (!isWanted(name)) return false
  if (name === 'not-found') forgive(/404/)
  const sideways = await sidewaysScroll(page)
  if (sideways > 0) console.log(`${name} at ${size.width}: ${sideways} px too wide`)
  for (const problem of problems.splice(0)) console.log(`${name} at ${size.width}: ${problem}`)
  const file = join(folder, `${name}-${size.width}.jpg`)
  await sharp(await wholePage(page))
    .jpeg({ quality: 75 })
    .toFile(file)
  return true
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((word) => name.includes(word))
}

/** All pictures on one page, a row for each page of the shop. */
function indexOf(names: readonly string[]): string {
  const rows = names.map((name) => {
    const pictures = sizes.map(
      ({ width }) =>
        `<a href="${name}-${width}.jpg"><img loading="lazy" alt="${name}, ${width} px" src="${name}-${width}.jpg" width="${width / 3}"></a>`,
    )
    return `<h2>${name}</h2><div style="display:flex;gap:1rem;align-items:start">${pictures.join('')}</div>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Every page</title>${rows.join('\n')}\n`
}

await main()
