import { consent_path } from '#storefront/addresses/account-links.ts'

/**
 * Sends the banner's form without leaving the page, so that nothing typed is lost, and hides the banner. Without a
 * network it stays, and the shopper may press again.
 */
export async function sendConsent({ target, submitter }: SubmitEvent): Promise<void> {
  const body = new URLSearchParams()
  if (submitter instanceof HTMLButtonElement) body.set(submitter.name, submitter.value)
  const headers = { accept: 'application/json' }
  const { ok } = await fetch(consent_path, { method: 'POST', headers, body })
  if (!ok) return (target as HTMLFormElement).submit()
  document.documentElement.dataset['consent'] = ''
  document.getElementById('main')?.focus({ preventScroll: true })
}
