// 360 wrong passwords in place of 18.
import '#admin/auth/staff-login.test.ts'
