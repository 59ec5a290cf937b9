/**
 * What a visitor may agree to, one by one (Law 91/2025/QH15). Nothing of it happens before. What the shop needs to work
 * (cart, sign-in, province) is not asked for.
 */
export const consent_purposes = ['ads', 'device'] as const
export type ConsentPurpose = (typeof consent_purposes)[number]

/**
 * What the log of consents proves: beside those, the offers by mail that a checkout or a booking asks about, those by
 * Zalo and web push that /nhan-uu-dai asks about, and that the form of a loan is passed on to its company.
 */
export const logged_purposes = [...consent_purposes, 'mail', 'loan', 'zalo', 'push'] as const
export type LoggedPurpose = (typeof logged_purposes)[number]

/** The version of the sentence beside the tick box of offers by mail. */
export const mail_consent_version = 1

/** The version of the sentences of /nhan-uu-dai. */
export const offers_consent_version = 1

/** The version of the sentence beside the tick box of a form for a loan. */
export const loan_consent_version = 1

/**
 * Where something was chosen: the banner, /quyen-rieng-tu, a form with a tick box, the link in a mail, /nhan-uu-dai or
 * the link of an offer.
 */
export const consent_places = [
  ...['banner', 'page', 'checkout', 'booking', 'mail', 'loan'],
  ...['offers', 'message'],
] as const

/**
 * The version of the texts that say what is agreed to. A new one asks everybody again; the log says which one each
 * choice was about. Version 2 names notifications, version 3 the clicks of affiliates.
 */
export const consent_version = 3

/** The cookies that the purpose `ads` stores: clicks of an advertisement and of an affiliate (contract §9). */
export const ads_cookies = ['gclid', 'aff_session', 'aff_short_session'] as const

/** The cookie with the choice: the version, then each purpose that was agreed to, such as "3.ads.device" or "3". */
export const consent_cookie = 'consent'

/** How long a choice counts before the visitor is asked again: half a year. */
export const consent_max_age_s = 182 * 86_400

export function consentValue(granted: readonly ConsentPurpose[]): string {
  return [consent_version, ...consent_purposes.filter((each) => granted.includes(each))].join('.')
}

/** Whether the visitor with these cookies (document.cookie, or the Cookie header) has agreed to a purpose. */
export function hasConsent(cookies: string, purpose: ConsentPurpose): boolean {
  return new RegExp(`(?:^|; )${consent_cookie}=${consent_version}[^;]*\\.${purpose}\\b`).test(
    cookies,
  )
}
