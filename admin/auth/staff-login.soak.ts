// 4,000 wrong passwords in place of 400.
import '#admin/auth/staff-login.test.ts'
