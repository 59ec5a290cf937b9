import type { StaffAddress } from '#admin/addresses/staff-address.ts'

/** Pages of repair, trade-in, used devices and loans. */
export const trade_addresses = {
  shop_reservations: {
    page: 'pickups/reservations',
    path: '/noi-bo/dat-giu',
  },
  shop_reservation: {
    page: 'pickups/reservation',
    path: '/noi-bo/dat-giu/:code',
  },
  bookings: {
    page: 'orders/bookings',
    path: '/noi-bo/lich-hen',
  },
  new_booking: {
    page: 'orders/bookings/new',
    path: '/noi-bo/lich-hen/moi',
  },
  booking_slip: {
    page: 'orders/bookings/print',
    path: '/noi-bo/lich-hen/:code/phieu',
  },
  repairs: {
    page: 'orders/repairs',
    path: '/noi-bo/sua-chua',
  },
  new_repair: {
    page: 'orders/repairs/new',
    path: '/noi-bo/sua-chua/nhan',
  },
  repair_services: {
    page: 'orders/repairs/services',
    path: '/noi-bo/sua-chua/dich-vu',
  },
  new_repair_service: {
    page: 'orders/repairs/services/new',
    path: '/noi-bo/sua-chua/dich-vu/moi',
  },
  repair_service: {
    page: 'orders/repairs/services/one',
    path: '/noi-bo/sua-chua/dich-vu/:code',
  },
  technicians: {
    page: 'orders/repairs/technicians',
    path: '/noi-bo/sua-chua/ky-thuat-vien',
  },
  repair: {
    page: 'orders/repairs/one',
    path: '/noi-bo/sua-chua/:code',
  },
  repair_slip: {
    page: 'orders/repairs/print',
    path: '/noi-bo/sua-chua/:code/phieu',
  },
  loans: {
    page: 'orders/loans',
    path: '/noi-bo/tra-gop',
  },
  lenders: {
    page: 'orders/loans/lenders',
    path: '/noi-bo/tra-gop/ben-cho-vay',
  },
  loan: {
    page: 'orders/loans/one',
    path: '/noi-bo/tra-gop/:code',
  },
  trade_ins: {
    page: 'trade/trade-ins',
    path: '/noi-bo/thu-cu',
  },
  purchases: {
    page: 'trade/purchases',
    path: '/noi-bo/thu-cu/bang-ke',
  },
  trade_prices: {
    page: 'trade/prices',
    path: '/noi-bo/thu-cu/gia',
  },
  trade_calls: {
    page: 'trade/calls',
    path: '/noi-bo/thu-cu/tu-van',
  },
  trade_report: {
    page: 'trade/report',
    path: '/noi-bo/thu-cu/bao-cao',
  },
  trade_in: {
    page: 'trade/trade-in',
    path: '/noi-bo/thu-cu/:code',
  },
  used_units: {
    page: 'units/used',
    path: '/noi-bo/may-cu',
  },
  used_report: {
    page: 'units/used-report',
    path: '/noi-bo/may-cu/bao-cao',
  },
  used_new: {
    page: 'units/used-new',
    path: '/noi-bo/may-cu/nhap',
  },
  used_unit: {
    page: 'units/used-unit',
    path: '/noi-bo/may-cu/:code',
  },
  used_label: {
    page: 'units/used-label',
    path: '/noi-bo/may-cu/:code/tem',
  },
} as const satisfies Record<string, StaffAddress>
