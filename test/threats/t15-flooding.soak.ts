// The real limits in place of a fifth of them.
import '#test/threats/t15-flooding.test.ts'
