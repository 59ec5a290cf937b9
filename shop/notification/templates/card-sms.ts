import type { CardKind, CardState } from '#contracts/storefront/cards.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'
import { card_names } from '#shop/card/card.ts'
import { unaccented } from '#shop/notification/templates/order-sms.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

interface AnsweredCard {
  kind: CardKind
  state: CardState
  ends_on: string | null
  reason: string | null
}

/** The short message about a card that staff have accepted, refused or taken back. */
export function cardSms(card: AnsweredCard, { name, public_url }: Sender): RenderedMessage | null {
  const sentence = sentenceOf(card)
  if (sentence === null) return null
  const body = unaccented(`${name}: ${sentence} ${public_url}/smember/the`)
  return { subject: null, body, html: null }
}

function sentenceOf({ kind, state, ends_on, reason }: AnsweredCard): string | null {
  const card = card_names[kind]
  if (state === 'accepted' && ends_on !== null) {
    return `Bạn đã có giá ${card} đến hết ${formatDate(startOfDay(ends_on))}.`
  }
  if (state === 'refused') return `Chưa duyệt được thẻ ${card} của bạn: ${reason ?? ''}.`
  // A card that a newer one replaced has no reason, and its owner knows.
  if (state === 'ended' && reason !== null) return `Thẻ ${card} của bạn đã ngừng: ${reason}.`
  return null
}
