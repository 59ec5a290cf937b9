import { z } from 'zod'
import type { TradeState } from '#contracts/storefront/trade/trade-in.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { type Template, type TradeTemplate, trade_templates } from '#shop/notification/outbox.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'
import { tradeSms } from '#shop/notification/templates/trade-templates.ts'
import { findTradeToNotify } from '#shop/trade/trade-in/trade-quote-store.ts'

interface Deps {
  db: Database
  now: Now
  sender: Sender
}

const TradeFacts = z.object({ trade_quote_id: z.int(), version: z.int() })

export function isTradeTemplate(template: Template): template is TradeTemplate {
  return trade_templates.some((known) => known === template)
}

/** Only in this state a message is true. */
const state_of: Record<TradeTemplate, TradeState> = {
  trade_quoted: 'quoted',
  trade_offered: 'offered',
  trade_paid: 'paid',
}

/** Returns the message about a quote; null if it is not true any more, or a newer offer says more. */
export async function renderTrade(
  { db, now, sender }: Deps,
  template: TradeTemplate,
  facts: unknown,
): Promise<(RenderedMessage & { secrets: string[] }) | null> {
  const { trade_quote_id, version } = TradeFacts.parse(facts)
  const found = await findTradeToNotify(db, trade_quote_id, now())
  if (found === null || found.quote.state !== state_of[template]) return null
  if (template === 'trade_offered' && found.quote.version !== version) return null
  const { quote, accept_code } = found
  const secrets = [quote.secret, ...(accept_code === null ? [] : [accept_code])]
  return { ...tradeSms(template, found, sender), secrets }
}
