// The limits as they are, in place of a tenth of the large ones.
import '#test/threats/t15-flooding.test.ts'
