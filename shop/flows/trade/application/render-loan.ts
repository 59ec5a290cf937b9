import { z } from 'zod'
import type { Database } from '#db/schema.ts'
import { passOnLines } from '#shop/flows/trade/application/pass-on-file.ts'
import { sentApplication } from '#shop/flows/trade/application/sent-application.ts'
import { shownApplication } from '#shop/flows/trade/application/shown-application.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import {
  type Channel,
  loan_templates,
  type LoanTemplate,
  type Template,
} from '#shop/notification/outbox.ts'
import { loanMail, loanSms } from '#shop/notification/templates/loan-templates.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'
import { findApplication } from '#shop/trade/application/application-store.ts'

interface Deps {
  db: Database
  sender: Sender
  person_keys: PersonKeys
}

const LoanFacts = z.object({ application_id: z.int(), version: z.int() })

export function isLoanTemplate(template: Template): template is LoanTemplate {
  return loan_templates.some((known) => known === template)
}

/** Returns the message about an application; null if it has moved on since, so that a newer message says more. */
export async function renderLoan(
  deps: Deps,
  template: LoanTemplate,
  { channel, facts }: { channel: Channel; facts: unknown },
): Promise<(RenderedMessage & { secrets: string[] }) | null> {
  const { application_id, version } = LoanFacts.parse(facts)
  const found = await findApplication(deps.db, { application_id })
  if (found === null || isOld(template, found, version)) return null
  const application = await shownApplication(deps, { application_id })
  if (channel !== 'sms') {
    return { ...loanMail(template, application, deps.sender), secrets: [application.secret] }
  }
  // Only a message to the phone proves it.
  const phone_secret = application.held_if_proven === null ? null : found.phone_secret
  const message = loanSms(template, { ...application, phone_secret }, deps.sender)
  return { ...message, secrets: [application.secret, phone_secret ?? []].flat() }
}

/** That it was received is true while it is examined; the other messages are about one version. */
function isOld(
  template: LoanTemplate,
  found: { state: string; version: number },
  version: number,
): boolean {
  if (template !== 'loan_submitted') return found.version !== version
  return !['submitted', 'at_company'].includes(found.state)
}

/** The mail to a company without an interface. What it says about the person is not kept with the message. */
export async function renderLenderMail(
  deps: Deps,
  facts: unknown,
): Promise<(RenderedMessage & { secrets: string[] }) | null> {
  const { application_id } = LoanFacts.parse(facts)
  const found = await findApplication(deps.db, { application_id })
  if (found === null || found.state !== 'at_company') return null
  const sent = await sentApplication(deps, found)
  if (sent === null) return null
  const lines = passOnLines(sent)
  const subject = `Hồ sơ trả góp ${sent.code}`
  const body = [
    `${deps.sender.name} chuyển hồ sơ trả góp ${sent.code}. Kính nhờ công ty trả lời cho cửa hàng.`,
    lines.join('\n'),
    `${deps.sender.name} · ${deps.sender.hotline}`,
  ].join('\n\n')
  return { subject, body, html: null, secrets: lines.slice(1) }
}
