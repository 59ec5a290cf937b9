// 200 buyers of ten slots in place of 80.
import '#test/burst.test.ts'
