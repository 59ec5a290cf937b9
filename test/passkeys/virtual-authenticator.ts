import type { BrowserContext, Page } from 'playwright-core'

/** Adds Chromium's authenticator in memory, whose owner is always there and verified. */
export async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const client = await context.newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
