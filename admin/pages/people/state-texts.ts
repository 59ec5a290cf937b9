import type { StaffMember } from '#contracts/staff/people.ts'

export const states: Record<StaffMember['state'], string> = {
  invited: 'Chờ đặt mật khẩu',
  active: 'Đang làm việc',
  locked: 'Đã khóa',
}
