import { hasConsent } from '#pure/formats/consent.ts'
import { obtainSession } from '#storefront/runtime/browser/browser-session.ts'

export type PushProblem = 'no_consent' | 'unsupported' | 'denied' | 'refused' | 'failed'

const limit_ms = 10_000

/** What the browser is subscribed for, and the operation that is told of it. */
interface PushWish {
  path: string
  fields: Readonly<Record<string, string | number>>
}

/** Subscribes this browser and asks for notifications; null: done. Loaded with the press. */
export async function subscribePush(
  { path, fields }: PushWish,
  push_key: string,
): Promise<PushProblem | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return 'unsupported'
  // Without this consent the worker is removed with the next page (decision 201).
  if (!hasConsent(document.cookie, 'device')) return 'no_consent'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  try {
    const subscription = await subscribe(push_key)
    await obtainSession()
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, subscription }),
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
