import type { ColumnType, Generated } from 'kysely'
import type { CustomerId, OrderId } from '#pure/ids.ts'

interface ShopSkill {
  shop_id: number
  skill: string
  technicians: number
  by_weekday: number[] | null
}

interface Slot {
  shop_id: number
  skill: string
  starts_at: Date
  capacity: number
  taken: Generated<number>
}

interface Booking {
  booking_id: Generated<number>
  code: string
  secret: string
  customer_id: CustomerId | null
  idempotency_key: string | null
  shop_id: number
  starts_at: Date
  half_hours: number
  state: 'booked' | 'received' | 'no_show' | 'cancelled'
  name: string
  phone: string
  email: string | null
  notes: string | null
  promotion_announcement: boolean
  total: number
  version: Generated<number>
  created_at: Date
  ended_at: Date | null
}

interface BookingLine {
  booking_id: number
  position: number
  item_id: number
  product_id: ColumnType<number | null, never, never>
  option_id: ColumnType<number | null, never, never>
  quantity: number
  name: string
  skill: string
  minutes: number
  price: number
  warranty_months: number
}

/** A place in a slot, of a booking or of a ticket. */
interface BookingSlot {
  booking_id: number | null
  ticket_id: number | null
  shop_id: number
  skill: string
  starts_at: Date
}

interface ShopReservation {
  shop_reservation_id: Generated<number>
  code: string
  secret: string
  customer_id: CustomerId | null
  idempotency_key: string | null
  shop_id: number
  product_id: number
  state: 'reserved' | 'sold' | 'cancelled' | 'lapsed'
  name: string
  phone: string
  email: string | null
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  order_id: OrderId | null
}

/** Appointments for repairs, the slots they take, and pieces that shops set aside. */
export interface BookingTables {
  shop_skill: ShopSkill
  slot: Slot
  booking: Booking
  booking_line: BookingLine
  booking_slot: BookingSlot
  shop_reservation: ShopReservation
}
