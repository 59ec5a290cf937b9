// 200 buyers of ten slots instead of 80.
import '#test/burst.test.ts'
