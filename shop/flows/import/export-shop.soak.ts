// Both formats taken into an empty shop, in place of CSV alone.
import '#shop/flows/import/export-shop.test.ts'
