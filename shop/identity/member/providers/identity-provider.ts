import type { IdentityProvider } from '#contracts/member-site/identities.ts'
import type { SecretsOfAttempt } from '#platform/openid/openid-client.ts'

/** Who somebody is at a provider. */
export interface Identity {
  /** The id of the person there. */
  subject: string
  name: string | null
  /** Null also where the provider has not verified it. */
  email: string | null
}

/** A company whose accounts sign members in. Its methods throw CodeRefused and ProviderUnreachable. */
export interface Provider {
  /** Where a browser is sent to. */
  authorizationUrl: (secrets: SecretsOfAttempt) => Promise<string>
  /** Exchanges a code. */
  identify: (secrets: SecretsOfAttempt, code: string) => Promise<Identity>
}

/** A prompt of the shop's own pages: the provider hands an ID token to the browser. */
export interface OneTap {
  /** The page that shows the prompt in a frame of the shop. */
  frameUrl: (nonce: string) => string
  verify: (credential: string) => Promise<Identity & { nonce: string }>
}

export interface Providers {
  /** Null: the shop has no keys of it. */
  by_name: Readonly<Record<IdentityProvider, Provider | null>>
  one_tap: OneTap | null
  /** The origins that a form of the member site is redirected to. */
  origins: readonly string[]
}

const longest_subject = 255

/** Reads what a provider says about a person. */
export function identityOf(said: { subject: string; name: unknown; email: unknown }): Identity {
  const line = (text: unknown, longest: number) =>
    typeof text === 'string' ? text.normalize('NFC').trim().slice(0, longest) || null : null
  return {
    subject: said.subject.slice(0, longest_subject),
    name: line(said.name, 60),
    email: line(said.email, 254),
  }
}
