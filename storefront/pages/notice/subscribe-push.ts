import { hasConsent } from '#pure/formats/consent.ts'
import { obtainSession } from '#storefront/runtime/browser/browser-session.ts'

export type PushProblem = 'no_consent' | 'unsupported' | 'denied' | 'refused' | 'failed'

const limit_ms = 10_000

interface Wish {
  kind: 'stock' | 'price'
  item_id: number
  province_id: number
}

/** Subscribes this browser and asks for one notification; null: done. Loaded with the press. */
export async function subscribePush(wish: Wish, push_key: string): Promise<PushProblem | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return 'unsupported'
  // Without this consent the worker is removed with the next page (decision 201).
  if (!hasConsent(document.cookie, 'device')) return 'no_consent'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  try {
    const subscription = await subscribe(push_key)
    await obtainSession()
    const response = await fetch('/api/notices/v1/notices/push', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...wish, subscription }),
      signal: AbortSignal.timeout(limit_ms),
    })
    return response.ok ? null : 'refused'
  } catch {
    return 'failed'
  }
}

async function subscribe(push_key: string): Promise<PushSubscriptionJSON> {
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  // The shop has another key since.
  if (known && !isSameKey(known.options.applicationServerKey, push_key)) await known.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: push_key,
  })
  return subscription.toJSON()
}

function isSameKey(known: ArrayBuffer | null, push_key: string): boolean {
  if (known === null) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(known)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === push_key
}
