import type { NoticeWay } from '#storefront/addresses/account.ts'
import type { WishOutcome } from '#storefront/pages/notice/wish-ways.tsx'

/** The way that the address asks for, or the mail. */
export function wayOf({ searchParams }: URL, { has_sms }: { has_sms: boolean }): NoticeWay {
  const ways: NoticeWay[] = has_sms ? ['email', 'sms', 'trinh-duyet'] : ['email', 'trinh-duyet']
  return ways.find((known) => known === searchParams.get('qua')) ?? 'email'
}

/** What the form before this page did; null: no form was sent. */
export function outcomeOf({ searchParams }: URL): WishOutcome | null {
  const done = searchParams.get('xong')
  if (done === null) return null
  return done === '1' ? 'done' : 'asked'
}
