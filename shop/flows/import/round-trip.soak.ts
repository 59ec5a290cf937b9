// Both formats in place of one.
import '#shop/flows/import/round-trip.test.ts'
