import type { Services } from '#contracts/all.ts'
import type { Shop } from '#contracts/storefront/locations.ts'
import { escapeHtml, plainPage } from '#pure/plain-page.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'

export const offline_path = '/offline'

/** The script of the offline page: the page that was asked for comes by itself once there is a network again. */
export const offline_script_path = '/offline.js'
export const offline_script = "addEventListener('online', () => location.reload())\n"
const picture = '/media/states/offline.webp'

/** /offline: the page for a shopper without a connection. The phone may still work, so it lists numbers. */
export async function offlinePage(services: Services, shop: ShopIdentity): Promise<string> {
  const shops = await services.locations.shops(null, {})
  const by_province = [...Map.groupBy(shops, (each) => each.current_province.name)]
  const tel = shop.hotline.replace(/\D/g, '')
  return plainPage(
    'Mất kết nối mạng',
    `<div class="sheet center"><p><img src="${picture}" alt="" width="288" height="240"></p>
<p>Trang sẽ tự tải lại khi có mạng. Giỏ hàng của bạn vẫn còn nguyên.</p>
<p><a class="main" href="">Thử lại</a></p>
<p>Cần mua hàng hay hỗ trợ ngay? Gọi miễn phí <a href="tel:${tel}"><strong>${escapeHtml(shop.hotline)}</strong></a>, hoặc ghé cửa hàng gần bạn:</p></div>
${by_province.map(([name, list], index) => provinceBlock(name, list, index === 0)).join('\n')}
<script src="${offline_script_path}"></script>`,
  )
}

function provinceBlock(name: string, shops: readonly Shop[], is_open: boolean): string {
  const rows = shops.map(
    ({ address, phone, time_opening }) =>
      `<li>${escapeHtml(address)}<br><a href="tel:${phone.replace(/[^\d+]/g, '')}">${escapeHtml(phone)}</a><span class="note">${escapeHtml(time_opening)}</span></li>`,
  )
  return `<details class="sheet"${is_open ? ' open' : ''}><summary>${escapeHtml(name)} <span class="note">${shops.length} cửa hàng</span></summary><ul class="places">${rows.join('')}</ul></details>`
}

/**
 * /sw.js: caches the offline page with its style sheet and picture, and shows it if a page cannot be fetched.
 * It caches no other page: pages always come from the shop with current prices. It shows web push (decision 204).
 */
export function serviceWorker(build_id: string): string {
  return `const name = 'offline-${build_id}'
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(['${offline_path}', '${offline_script_path}', '/plain.css', '${picture}'])).then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => {
  const others = caches.keys().then((names) => Promise.all(names.filter((other) => other !== name).map((other) => caches.delete(other))))
  const early = self.registration.navigationPreload ? self.registration.navigationPreload.enable() : null
  event.waitUntil(Promise.all([others, early]).then(() => self.clients.claim()))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate' && request.method === 'GET') {
    event.respondWith(page(event))
  } else if (['${offline_script_path}', '/plain.css', '${picture}'].includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)))
  }
})
self.addEventListener('push', (event) => {
  const { title, body, url, stop, tag } = event.data.json()
  const actions = stop ? [{ action: 'stop', title: 'Ngừng nhận' }] : []
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang: 'vi', actions, data: { url, stop } }))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.action === 'stop' ? event.notification.data.stop : event.notification.data.url))
})
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match('${offline_path}')) ?? Response.error()
  }
}
`
}
