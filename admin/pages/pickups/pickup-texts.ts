import type { PickupState } from '#contracts/staff/pickups.ts'

export const pickup_state_titles: Record<PickupState, string> = {
  to_prepare: 'Chờ soạn',
  ready: 'Chờ khách lấy',
  lapsed: 'Quá hạn, trả về kệ',
}
