// Both formats are imported into an empty shop, instead of CSV alone.
import '#shop/flows/import/export-shop.test.ts'
