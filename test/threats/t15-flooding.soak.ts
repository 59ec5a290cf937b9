// The limits as they are, in place of a fifth of them.
import '#test/threats/t15-flooding.test.ts'
