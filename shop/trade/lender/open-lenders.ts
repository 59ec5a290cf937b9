import { createHmac } from 'node:crypto'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { OutsideCall } from '#platform/http/outside-call.ts'
import type { LenderTools } from '#shop/trade/lender/lender.ts'
import type { LenderRow } from '#shop/trade/lender/lender-row-store.ts'

interface LenderDeps {
  mode: 'demo' | 'live'
  /** Opens the secrets of companies. */
  box: SecretBox
  /** The shop's own key, of which a demo derives the secrets of the companies that it plays. */
  demo_key: string
  send: OutsideCall
  /** Calls the built-in company of a demo, in this process. */
  play: OutsideCall | null
}

/** How companies with an interface are reached. */
export interface OpenLenders {
  /** Null: the company is not reached by an interface, or its secret cannot be read. */
  toolsOf: (lender: LenderRow) => LenderTools | null
  /** Whether the built-in company plays it. */
  isPlayed: (lender: LenderRow) => boolean
}

/** The label under which the secret of a company is sealed. */
export function lenderLabel(company_id: string): string {
  return `lender ${company_id}`
}

/** Where the built-in company is, as far as its callers know: no such host exists (RFC 2606). */
const play_lender_url = 'https://tra-gop.thu.invalid'

export function openLenders({ mode, box, demo_key, send, play }: LenderDeps): OpenLenders {
  const isPlayed = ({ way, url }: LenderRow) =>
    mode === 'demo' && play !== null && way === 'online' && url === null
  return {
    isPlayed,
    toolsOf: (lender) => {
      const { company_id, way, url, sealed_secret } = lender
      if (way !== 'online') return null
      if (isPlayed(lender) && play !== null) {
        const secret = demoSecret(demo_key, company_id)
        return { url: `${play_lender_url}/${company_id}`, secret, send: play }
      }
      const secret =
        sealed_secret === null ? null : box.open(sealed_secret, lenderLabel(company_id))
      return url === null || secret === null ? null : { url, secret, send }
    },
  }
}

/** The secret that a demo shares with a company that it plays. */
export function demoSecret(demo_key: string, company_id: string): string {
  return createHmac('sha256', demo_key).update(company_id).digest('hex')
}
