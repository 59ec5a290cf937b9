import type { StaffAddress } from '#admin/addresses/staff-address.ts'

/** Pages of repair, trade-in, used devices and loans. */
export const trade_addresses = {
  shop_reservations: {
    page: 'pickups/reservations',
    path: '/noi-bo/dat-giu',
    needs: 'shopReservations.shopReservations',
  },
  shop_reservation: {
    page: 'pickups/reservation',
    path: '/noi-bo/dat-giu/:code',
    needs: 'shopReservations.shopReservation',
  },
  bookings: {
    page: 'orders/bookings',
    path: '/noi-bo/lich-hen',
    needs: 'bookings.bookingsOfDay',
  },
  new_booking: {
    page: 'orders/bookings/new',
    path: '/noi-bo/lich-hen/moi',
    needs: 'bookings.bookingForm',
  },
  booking_slip: {
    page: 'orders/bookings/print',
    path: '/noi-bo/lich-hen/:code/phieu',
    needs: 'bookings.bookingSlip',
  },
  repairs: {
    page: 'orders/repairs',
    path: '/noi-bo/sua-chua',
    needs: 'tickets.tickets',
  },
  new_repair: {
    page: 'orders/repairs/new',
    path: '/noi-bo/sua-chua/nhan',
    needs: 'tickets.intake',
  },
  repair_services: {
    page: 'orders/repairs/services',
    path: '/noi-bo/sua-chua/dich-vu',
    needs: 'repairSettings.services',
  },
  repair_service: {
    page: 'orders/repairs/services/one',
    path: '/noi-bo/sua-chua/dich-vu/:code',
    needs: 'repairSettings.service',
  },
  technicians: {
    page: 'orders/repairs/technicians',
    path: '/noi-bo/sua-chua/ky-thuat-vien',
    needs: 'repairSettings.technicians',
  },
  repair: {
    page: 'orders/repairs/one',
    path: '/noi-bo/sua-chua/:code',
    needs: 'tickets.ticket',
  },
  repair_slip: {
    page: 'orders/repairs/print',
    path: '/noi-bo/sua-chua/:code/phieu',
    needs: 'tickets.slip',
  },
  loans: {
    page: 'orders/loans',
    path: '/noi-bo/tra-gop',
    needs: 'loans.loans',
  },
  lenders: {
    page: 'orders/loans/lenders',
    path: '/noi-bo/tra-gop/ben-cho-vay',
    needs: 'lenders.lenders',
  },
  loan: {
    page: 'orders/loans/one',
    path: '/noi-bo/tra-gop/:code',
    needs: 'loans.loan',
  },
  trade_ins: {
    page: 'trade/trade-ins',
    path: '/noi-bo/thu-cu',
    needs: 'tradeIns.tradeIns',
  },
  purchases: {
    page: 'trade/purchases',
    path: '/noi-bo/thu-cu/bang-ke',
    needs: 'tradeIns.purchases',
  },
  trade_prices: {
    page: 'trade/prices',
    path: '/noi-bo/thu-cu/gia',
    needs: 'tradeOffice.tradePrices',
  },
  trade_calls: {
    page: 'trade/calls',
    path: '/noi-bo/thu-cu/tu-van',
    needs: 'tradeOffice.tradeCalls',
  },
  trade_report: {
    page: 'trade/report',
    path: '/noi-bo/thu-cu/bao-cao',
    needs: 'tradeOffice.tradeReport',
  },
  trade_in: {
    page: 'trade/trade-in',
    path: '/noi-bo/thu-cu/:code',
    needs: 'tradeIns.tradeIn',
  },
  used_units: {
    page: 'units/used',
    path: '/noi-bo/may-cu',
    needs: 'usedUnits.usedUnits',
  },
  used_report: {
    page: 'units/used-report',
    path: '/noi-bo/may-cu/bao-cao',
    needs: 'tradeOffice.usedReport',
  },
  used_new: {
    page: 'units/used-new',
    path: '/noi-bo/may-cu/nhap',
    needs: 'usedUnits.addUsedUnit',
  },
  used_unit: {
    page: 'units/used-unit',
    path: '/noi-bo/may-cu/:code',
    needs: 'usedUnits.usedUnit',
  },
  used_label: {
    page: 'units/used-label',
    path: '/noi-bo/may-cu/:code/tem',
    needs: 'usedUnits.usedUnit',
  },
} as const satisfies Record<string, StaffAddress>
