// 64 forgeries of each provider in place of 24.
import '#test/threats/t02-forged-payments.test.ts'
