import { z } from 'zod'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import {
  type Channel,
  shop_reservation_templates,
  type ShopReservationTemplate,
  type Template,
} from '#shop/notification/outbox.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'
import {
  shopReservationMail,
  shopReservationSms,
} from '#shop/notification/templates/shop-reservation-templates.ts'
import { findShopReservationToNotify } from '#shop/trade/shop-reservation/shop-reservation-store.ts'

interface Deps {
  db: Database
  now: Now
  sender: Sender
}

const Facts = z.object({ shop_reservation_id: z.int() })

export function isShopReservationTemplate(template: Template): template is ShopReservationTemplate {
  return shop_reservation_templates.some((known) => known === template)
}

/** Returns the message about a piece that a shop sets aside; null if it is not true any more. */
export async function renderShopReservation(
  { db, now, sender }: Deps,
  template: ShopReservationTemplate,
  { channel, facts }: { channel: Channel; facts: unknown },
): Promise<(RenderedMessage & { secrets: string[] }) | null> {
  const { shop_reservation_id } = Facts.parse(facts)
  const one = await findShopReservationToNotify(db, shop_reservation_id, now())
  if (one === null || one.is_open === (template === 'reserved_at_shop_ended')) return null
  const renderFor = channel === 'sms' ? shopReservationSms : shopReservationMail
  return { ...renderFor(template, one, sender), secrets: [one.secret] }
}
